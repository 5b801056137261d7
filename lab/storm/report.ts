/** The storm's results as a table with a row for each kind of fault. */
import { type FaultKind, faultKinds } from "./plan.ts";
import type { RoundReport } from "./round.ts";

export interface StormReport {
  rounds: RoundReport[];
  /** The findings of the verification of the whole log. */
  findings: string[];
  /** Whether the full disks were real. */
  isDiskReal: boolean;
}

const columns = [
  "fault",
  "rounds",
  "acknowledged",
  "retries",
  "lost",
  "doubled",
  "stale rows",
  "500s",
  "other",
  "ready ms (median/max)",
  "purchase ms (median/max)",
  "screens ms (median/max)",
] as const;

/** Describes everything that went wrong in a round. Empty if nothing did. */
export function failuresOf({ lost, doubled, stale, wrongAnswers, broken }: RoundReport): string[] {
  return [
    ...lost.map((what) => `lost: ${what}`),
    ...doubled.map((what) => `doubled: ${what}`),
    ...broken.map((what) => `broken: ${what}`),
    ...wrongAnswers.map((what) => `wrong answer: ${what}`),
    ...stale.map((what) => `stale: ${what}`),
  ];
}

export function hasPassed({ rounds, findings }: StormReport): boolean {
  return findings.length === 0 && rounds.every((round) => failuresOf(round).length === 0);
}

export function tableOf(rounds: readonly RoundReport[]): string {
  const kinds = faultKinds.filter((kind) => rounds.some(({ plan }) => plan.kind === kind));
  const rows = kinds.map((kind) => rowOf(kind, ofKind(rounds, kind)));
  const lines = [[...columns], ...rows, rowOf("all", rounds)];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines
    .map((line) =>
      line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))),
    )
    .map((line) => line.join("  "))
    .join("\n");
}

function ofKind(rounds: readonly RoundReport[], kind: FaultKind): RoundReport[] {
  return rounds.filter(({ plan }) => plan.kind === kind);
}

function rowOf(name: string, rounds: readonly RoundReport[]): string[] {
  const sum = (count: (round: RoundReport) => number) =>
    String(rounds.reduce((all, each) => all + count(each), 0));
  return [
    name,
    String(rounds.length),
    sum(({ acknowledged }) => acknowledged),
    sum(({ retries }) => retries),
    sum(({ lost }) => lost.length),
    sum(({ doubled }) => doubled.length),
    sum(({ stale }) => stale.length),
    sum(({ wrongAnswers }) => wrongAnswers.length),
    sum(({ broken }) => broken.length),
    medianAndMax(rounds.map(({ ready_ms }) => ready_ms)),
    medianAndMax(rounds.map(({ purchase_ms }) => purchase_ms)),
    medianAndMax(rounds.map(({ screens_ms }) => screens_ms)),
  ];
}

function medianAndMax(times_ms: readonly (number | undefined)[]): string {
  const known = times_ms.filter((time) => time !== undefined).toSorted((a, b) => a - b);
  const median = known[Math.floor((known.length - 1) / 2)] ?? Number.NaN;
  const max = known.length < times_ms.length ? "never" : (known.at(-1) ?? Number.NaN).toFixed(0);
  return `${median.toFixed(0)} / ${max}`;
}
