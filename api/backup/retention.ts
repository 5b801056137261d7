/** Which files of a store are no longer needed. */
import { type Chain, chainsOf, fullName, tailName } from "./format.ts";

export interface Keep {
  /** So many of the newest days, weeks and months that have a full backup keep their newest one. */
  days: number;
  weeks: number;
  months: number;
}

/** Chains that keep their tails too: they restore any minute, older ones only the moment of the full backup. */
const with_tails = 2;

/** @param current the chain that still grows, which stays in any case */
export function filesToRemove(names: string[], keep: Keep, current: string): string[] {
  const chains = chainsOf(names).toReversed();
  const full = chains.filter((chain) => chain.full);
  const kept = new Set([current, ...full.slice(0, with_tails).map(({ base }) => base)]);
  const tailed = new Set(kept);
  for (const [periods, periodOf] of [
    [keep.days, (base: string) => base.slice(0, 8)],
    [keep.weeks, weekOf],
    [keep.months, (base: string) => base.slice(0, 6)],
  ] as const)
    for (const base of newestOf(full, periods, periodOf)) kept.add(base);
  const files = chains.flatMap(({ base, tails }) => [
    ...(tailed.has(base) ? [] : tails.map((number) => tailName(base, number))),
    ...(kept.has(base) ? [] : [fullName(base)]),
  ]);
  // One full backup is made at a time, so these were left by a process that ended.
  const halves = names.filter((name) => name.endsWith("-full.tar.gz.age.part"));
  return [...files.filter((name) => names.includes(name)), ...halves];
}

function newestOf(chains: Chain[], periods: number, periodOf: (base: string) => string): string[] {
  const found = new Map<string, string>();
  for (const { base } of chains) if (!found.has(periodOf(base))) found.set(periodOf(base), base);
  return [...found.values()].slice(0, periods);
}

/** The Monday of the week. */
function weekOf(base: string): string {
  const day = new Date(`${base.slice(0, 4)}-${base.slice(4, 6)}-${base.slice(6, 8)}T00:00:00Z`);
  const monday_ms = day.getTime() - ((day.getUTCDay() + 6) % 7) * 24 * 60 * 60_000;
  return new Date(monday_ms).toISOString().slice(0, 10);
}
