/** Plans the faults and their order. The same seed gives the same plan. */
import { Random } from "../../tools/demo/random.ts";

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
  /** The indexes of the affected processes. Faults of the database affect all. */
  victims: readonly number[];
  /** Whether live connections are cut between two messages too, so that pages reconnect during the fault. */
  cutsLines: boolean;
  /** How long the fault lasts, if it has a duration. */
  lasts_ms: number;
  /** For the other random choices of the fault. */
  seed: number;
}

const last_ms = { min: 300, max: 1500 } as const;
/** A fault of one process tests as much as a fault of both, so each is equally likely. */
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

/** Faults that need the operating system: Windows cannot stop a process, and only Linux has /proc to find its children. */
const onLinuxOnly: ReadonlySet<FaultKind> = new Set(["primary hung, standby promoted"]);
const notOnWindows: ReadonlySet<FaultKind> = new Set(["app stopped", "backends stopped"]);

export function isPlayable(kind: FaultKind, platform: string): boolean {
  return platform === "linux" || !(onLinuxOnly.has(kind) || (platform === "win32" && notOnWindows.has(kind)));
}

/** Each kind once in random order, then all again in another order, so that even a short storm has many kinds. */
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
