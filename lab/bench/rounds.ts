/** Short, interleaved rounds. On a shared machine, only measurements of the same minutes can be compared. */

export interface Contender {
  name: string;
  /** Works for this long with this many operations in flight. `latencies_ms` has what is known of single operations. */
  run: (inFlight: number, duration_ms: number) => Promise<{ perSecond: number; latencies_ms: number[] }>;
}

export interface Result {
  perSecond: number;
  p50_ms: number;
  p99_ms: number;
}

export async function compete(
  contenders: Contender[],
  inFlight: number,
  rounds: number,
  round_ms: number,
): Promise<Map<string, Result>> {
  const speeds = new Map(contenders.map(({ name }) => [name, [] as number[]]));
  const latencies = new Map(contenders.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    for (const { name, run } of contenders) {
      const { perSecond, latencies_ms } = await run(inFlight, round_ms);
      speeds.get(name)?.push(perSecond);
      latencies.set(name, [...(latencies.get(name) ?? []), ...latencies_ms]);
    }
  }
  return new Map(
    contenders.map(({ name }) => {
      const sorted = (latencies.get(name) ?? []).sort((a, b) => a - b);
      const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
      return [name, { perSecond: median(speeds.get(name) ?? []), p50_ms: at(0.5), p99_ms: at(0.99) }];
    }),
  );
}

/** Runs this many loops, each of which does one operation after the other until the time is over. */
export async function measureLoops(
  inFlight: number,
  duration_ms: number,
  doOne: (lane: number) => Promise<unknown>,
) {
  const latencies_ms: number[] = [];
  const started_ms = performance.now();
  const loop = async (lane: number) => {
    for (let began = performance.now(); began - started_ms < duration_ms;) {
      await doOne(lane);
      const ended = performance.now();
      latencies_ms.push(ended - began);
      began = ended;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, (_, lane) => loop(lane)));
  const seconds = (performance.now() - started_ms) / 1000;
  return { perSecond: latencies_ms.length / seconds, latencies_ms };
}

export function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
