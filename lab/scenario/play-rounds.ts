/** Plays the rounds of a command, prints each of them and then a table of all. */
import { tableOf } from "../table.ts";
import type { RoundReport } from "./scenario.ts";

export interface Played {
  rounds: RoundReport[];
  /** What a verification of the whole log found after the last round. */
  findings: string[];
}

/** Rounds are reported one by one, and can be ended during any of them. */
export interface Watching {
  onRound?: (round: RoundReport) => void;
  signal?: AbortSignal;
}

interface Trial {
  rounds: AsyncIterable<RoundReport>;
  /** What is wrong after the last round. */
  findings: () => Promise<string[]>;
  close: () => Promise<void>;
}

/** Plays all rounds, and cleans everything up. @throws the signal's reason */
export async function playTrial(
  { rounds, findings, close }: Trial,
  { onRound, signal }: Watching,
): Promise<Played> {
  const reports: RoundReport[] = [];
  const play = async () => {
    for await (const report of rounds) {
      reports.push(report);
      onRound?.(report);
    }
    return { rounds: reports, findings: await findings() };
  };
  return unlessAborted(play(), signal).finally(close);
}

const failures_named_max = 20;

/** @param repeat the command that plays the same rounds again @returns the exit code */
export async function playRounds(
  repeat: string,
  play: (watching: Watching) => Promise<Played>,
): Promise<number> {
  const interruption = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, () => interruption.abort(name));
  process.on("uncaughtException", (error) => interruption.abort(error));
  const began_ms = performance.now();
  const rounds: RoundReport[] = [];
  const onRound = (round: RoundReport) => {
    rounds.push(round);
    printRound(round, rounds.length);
  };
  try {
    const { findings } = await play({ onRound, signal: interruption.signal });
    console.log(`\n${summaryOf(rounds)}\n`);
    for (const finding of findings.slice(0, failures_named_max)) console.log(finding);
    console.log(`${rounds.length} rounds in ${((performance.now() - began_ms) / 1000).toFixed(0)} s.`);
    if (findings.length === 0 && rounds.every(({ failures }) => failures.length === 0)) return 0;
    console.log(`There were failures. To repeat: ${repeat}`);
    return 1;
  } catch (error) {
    if (rounds.length > 0) console.log(`\n${summaryOf(rounds)}\n`);
    console.error(error);
    console.error(`It ended after ${rounds.length} rounds. To repeat: ${repeat}`);
    return error === "SIGINT" || error === "SIGTERM" ? 130 : 1;
  }
}

/** Ends the work early if the signal says so. @throws its reason */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    const end = () => reject(signal?.reason);
    if (signal?.aborted) end();
    signal?.addEventListener("abort", end, { once: true });
  });
  return Promise.race([work, aborted]);
}

function printRound({ name, acknowledged, retries, times, failures, notes }: RoundReport, number: number) {
  const measured = Object.entries(times).map(([what, time]) => `${what} ${time?.toFixed(0) ?? "never"} ms`);
  const failed = failures.length === 0 ? [] : [`${failures.length} FAILURES`];
  const parts = [`${acknowledged} acknowledged`, `${retries} retries`, ...measured, ...failed];
  console.log(`${number}. ${name}: ${parts.join(", ")}`);
  for (const line of [...notes, ...failures.slice(0, failures_named_max)]) console.log(`   ${line}`);
}

/** Kinds of failures with a column of their own; the rest is in the last one. A failure may begin with whose it is. */
const kinds = ["lost", "doubled", "stale", "wrong answer"];
const isOfKind = (failure: string, kind: string) => new RegExp(`^(\\S+: )?${kind}: `).test(failure);

/** A row for each name, without what is in brackets. */
function summaryOf(rounds: readonly RoundReport[]): string {
  const times = [...new Set(rounds.flatMap((round) => Object.keys(round.times)))];
  const columns = ["what", "rounds", "acknowledged", "retries", ...kinds, "other"];
  const head = [...columns, ...times.map((name) => `${name} ms (median/max)`)];
  const byName = Map.groupBy(rounds, ({ name }) => name.replace(/ \(.*/, ""));
  const rows = [...byName].map(([name, some]) => rowOf(name, some, times));
  return tableOf([head, ...rows, rowOf("all", rounds, times)]);
}

function rowOf(name: string, rounds: readonly RoundReport[], times: readonly string[]): string[] {
  const sum = (count: (round: RoundReport) => number) => rounds.reduce((all, round) => all + count(round), 0);
  const ofKind = kinds.map((kind) =>
    sum(({ failures }) => failures.filter((failure) => isOfKind(failure, kind)).length),
  );
  const others = ofKind.reduce(
    (rest, count) => rest - count,
    sum(({ failures }) => failures.length),
  );
  return [
    name,
    ...[rounds.length, sum((round) => round.acknowledged), sum((round) => round.retries)].map(String),
    ...[...ofKind, others].map(String),
    ...times.map((time) =>
      medianAndMax(rounds.flatMap((round) => (time in round.times ? [round.times[time]] : []))),
    ),
  ];
}

function medianAndMax(times_ms: readonly (number | undefined)[]): string {
  const known = times_ms.filter((time) => time !== undefined).toSorted((a, b) => a - b);
  const median = known[Math.floor((known.length - 1) / 2)] ?? Number.NaN;
  const max = known.length < times_ms.length ? "never" : (known.at(-1) ?? Number.NaN).toFixed(0);
  return `${median.toFixed(0)} / ${max}`;
}
