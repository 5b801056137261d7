/** Which faults come in which order: the same seed gives the same plan. */
import { Random } from "../demo/random.ts";

export const faultKinds = [
  "app killed",
  "app stopped",
  "clock stepped",
  "postmaster killed",
  "backends ended",
  "backends stopped",
  "connections cut",
  "connections refused",
  "connections delayed",
  "connections held",
  "connections half-open",
  "requests swallowed",
  "answers swallowed",
  "answer lost after commit",
  "disk full",
  "live lines cut",
  "live lines silent",
  "primary killed, standby promoted",
  "primary hung, standby promoted",
] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface PlannedFault {
  kind: FaultKind;
  /** The indexes of the processes that it hits; faults of the database hit all. */
  victims: readonly number[];
  /** Whether live lines are cut between two messages as well, so that pages are on their way back meanwhile. */
  cutsLines: boolean;
  /** How long it lasts, if it has an end of its own. */
  lasts_ms: number;
  /** For whatever else is left to chance in it. */
  seed: number;
}

const last_ms = { min: 300, max: 1500 } as const;
/** A process alone has as much to say of a fault as both together, so both take turns. */
const both_chance = 0.5;
const line_cuts_chance = 0.4;

const hitsAll: ReadonlySet<FaultKind> = new Set([
  "postmaster killed",
  "backends ended",
  "backends stopped",
  "disk full",
  "live lines cut",
  "live lines silent",
  "primary killed, standby promoted",
  "primary hung, standby promoted",
]);

/** What only some systems can do to a process: nothing stops one on Windows, and its children are found by /proc. */
const onLinuxOnly: ReadonlySet<FaultKind> = new Set(["primary hung, standby promoted"]);
const notOnWindows: ReadonlySet<FaultKind> = new Set(["app stopped", "backends stopped"]);

export function isPlayable(kind: FaultKind, platform: string): boolean {
  return platform === "linux" || !(onLinuxOnly.has(kind) || (platform === "win32" && notOnWindows.has(kind)));
}

/** Each kind once in any order, then all of them again in another, so that a short storm has many kinds. */
export function planStorm(
  seed: number,
  rounds: number,
  kinds: readonly FaultKind[],
  apps: number,
): PlannedFault[] {
  const random = new Random(seed);
  const plan: PlannedFault[] = [];
  while (plan.length < rounds) {
    for (const kind of shuffled(kinds, random)) {
      const all = Array.from({ length: apps }, (_, index) => index);
      const isAll = random.chance(both_chance) || hitsAll.has(kind);
      const victim = random.whole(0, apps - 1);
      plan.push({
        kind,
        victims: isAll ? all : [victim],
        cutsLines: random.chance(line_cuts_chance) || kind === "live lines cut",
        lasts_ms: random.whole(last_ms.min, last_ms.max),
        seed: random.whole(0, 2 ** 31 - 1),
      });
    }
  }
  return plan.slice(0, rounds);
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const left = [...list];
  return list.map(() => left.splice(random.whole(0, left.length - 1), 1)[0] as T);
}
