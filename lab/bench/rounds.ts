/** Short, interleaved rounds and their medians. On a shared machine, only measurements of the same minutes can be compared. */
import { setTimeout as sleep } from "node:timers/promises";
import { tableOf } from "../table.ts";

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

/** Of two cores in a second: what they could do at most if neither were ever idle. */
export const cores_us = 2e6;

interface Rounds {
  rounds: number;
  round_ms: number;
  /** A round of this length comes first and does not count. */
  warm_ms?: number;
}

/** They take turns in going first, because a checkpoint of the first one slows down the second one. */
async function compete(
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
function ratioOfPairs(one: Result, other: Result): number {
  return median(one.speeds.map((speed, round) => speed / (other.speeds[round] ?? Number.NaN)));
}

/** Lets them compete and prints their speeds, the ratios to the first one in the same rounds, and the CPU time of each operation. */
export async function compare(
  print: Print,
  contenders: readonly Contender[],
  rounds: Rounds,
  users: readonly string[] = [],
): Promise<Result[]> {
  const results = await compete(contenders, rounds);
  print(
    `Medians of ${rounds.rounds} interleaved rounds of ${rounds.round_ms / 1000} s; PostgreSQL 18 with fsync.`,
  );
  const costs = users.length === 0 ? [] : [...users.map((user) => `${user} us`), "all us", "most/s"];
  const rows = results.map((result) => {
    const { name, perSecond, p50_ms, p99_ms, each_us } = result;
    const all_us = each_us.reduce((sum, us) => sum + us, 0);
    const cells = [count(perSecond), ratioOfPairs(result, results[0]!).toFixed(3)];
    const times = [p50_ms, p99_ms].map((ms) => ms.toFixed(2));
    const cpu = users.length === 0 ? [] : [...each_us, all_us, cores_us / all_us].map(count);
    return [name, ...cells, ...times, ...cpu];
  });
  print(tableOf([["", "per second", "to the first", "p50 ms", "p99 ms", ...costs], ...rows]));
  return results;
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

/** @param times_ms in any order */
export function percentilesOf(times_ms: readonly number[]): string {
  const sorted = times_ms.toSorted((a, b) => a - b);
  const at = (share: number) => percentile(sorted, share).toFixed(1);
  return `p50 ${at(0.5)}   p95 ${at(0.95)}   p99 ${at(0.99)}   p99.9 ${at(0.999)}   max ${at(1)} ms`;
}
