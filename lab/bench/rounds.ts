/** Short, interleaved rounds and their medians. On a shared machine, only measurements of the same minutes can be compared. */
import { setTimeout as sleep } from "node:timers/promises";

export type Print = (line: string) => void;

export interface Measured {
  perSecond: number;
  /** What is known of single operations. */
  latencies_ms: number[];
  /** The CPU time of one operation, by who used it. */
  each_us?: number[];
}

export interface Contender {
  name: string;
  run: (duration_ms: number) => Promise<Measured>;
}

export interface Result {
  name: string;
  /** Medians of the rounds. */
  perSecond: number;
  each_us: number[];
  /** Of all operations of all rounds. */
  p50_ms: number;
  p99_ms: number;
  /** The speed of each round. */
  speeds: number[];
}

interface Rounds {
  rounds: number;
  round_ms: number;
  /** A round of this length comes first and does not count. */
  warm_ms?: number;
}

/** They take turns in going first, because a checkpoint of the first one slows down the second one. */
export async function compete(
  contenders: readonly Contender[],
  { rounds, round_ms, warm_ms }: Rounds,
): Promise<Result[]> {
  const all = contenders.map(() => [] as Measured[]);
  if (warm_ms !== undefined) for (const { run } of contenders) await run(warm_ms);
  for (let round = 0; round < rounds; round++)
    for (let turn = 0; turn < contenders.length; turn++) {
      const index = (turn + round) % contenders.length;
      const measured = await contenders[index]?.run(round_ms);
      if (measured) all[index]?.push(measured);
    }
  return contenders.map(({ name }, index) => resultOf(name, all[index] ?? []));
}

function resultOf(name: string, measured: readonly Measured[]): Result {
  const latencies_ms = measured.flatMap((round) => round.latencies_ms).sort((a, b) => a - b);
  const parts = measured[0]?.each_us?.length ?? 0;
  const speeds = measured.map(({ perSecond }) => perSecond);
  return {
    name,
    perSecond: median(speeds),
    each_us: Array.from({ length: parts }, (_, part) =>
      median(measured.map(({ each_us }) => each_us?.[part] ?? Number.NaN)),
    ),
    p50_ms: percentile(latencies_ms, 0.5),
    p99_ms: percentile(latencies_ms, 0.99),
    speeds,
  };
}

/** The median of one's speed over the other's in the same round. */
export function ratioOfPairs(one: Result, other: Result): number {
  return median(one.speeds.map((speed, round) => speed / (other.speeds[round] ?? Number.NaN)));
}

/** Runs this many loops, each of which does one operation after the other until the time is over. */
export async function measureLoops(
  inFlight: number,
  duration_ms: number,
  doOne: () => Promise<unknown>,
): Promise<Measured> {
  const latencies_ms: number[] = [];
  const started_ms = performance.now();
  const loop = async () => {
    for (let began = performance.now(); began - started_ms < duration_ms;) {
      await doOne();
      const ended = performance.now();
      latencies_ms.push(ended - began);
      began = ended;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, loop));
  const seconds = (performance.now() - started_ms) / 1000;
  return { perSecond: latencies_ms.length / seconds, latencies_ms };
}

/** Begins operations at a constant rate, without waiting for the earlier ones, as often as given or until it is over. */
export async function steadily<T>(
  perSecond: number,
  until: number | (() => boolean),
  doOne: (n: number) => Promise<T>,
): Promise<T[]> {
  const begun: Promise<T>[] = [];
  const started_ms = performance.now();
  for (let n = 0; typeof until === "number" ? n < until : !until(); n++) {
    const wait_ms = started_ms + (n * 1000) / perSecond - performance.now();
    if (wait_ms > 1) await sleep(wait_ms);
    const one = doOne(n);
    // It is awaited at the end. A failure before that must not end the process, or the database would stay behind.
    one.catch(() => undefined);
    begun.push(one);
  }
  return Promise.all(begun);
}

export function median(values: readonly number[]): number {
  return percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

/** @param share 1 for the largest */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function count(value: number): string {
  return Math.round(value).toLocaleString("en");
}

/** @param ratio the last column */
export function speedRow({ name, perSecond, p50_ms, p99_ms }: Result, ratio?: number): string {
  const ms = (value: number) => value.toFixed(2).padStart(7);
  const last = ratio === undefined ? "" : `   ${ratio.toFixed(2)}`;
  return `  ${name.padEnd(38)} ${count(perSecond).padStart(7)}/s   p50 ${ms(p50_ms)} ms   p99 ${ms(p99_ms)} ms${last}`;
}

/** What one operation costs: the server, PostgreSQL, the load and whoever else was there. */
export function costRow({ each_us }: Result, more = ""): string {
  return `  ${"".padEnd(38)} CPU ${each_us.map((us) => us.toFixed(0)).join(" + ")} us${more}`;
}

/** What two cores could do at most if neither were ever idle. */
export function mostPerSecond(each_us: readonly number[]): string {
  return `at most ${count(2e6 / each_us.reduce((sum, us) => sum + us, 0))}/s`;
}
