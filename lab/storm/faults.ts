/** The kinds of faults: how to cause each, and the time from which the shop's recovery is measured. And their plan. */
import { setTimeout as sleep } from "node:timers/promises";
import { dayOf } from "../../contract/terms/dates.ts";
import type { Weather } from "../../ledger/log/testing/cutting-proxy.ts";
import { Random } from "../../tools/demo/random.ts";
import { waitFor } from "../waiting.ts";
import type { Deployment } from "./deployment.ts";

interface Severity {
  /** The indexes of the affected processes. Faults of the database affect all. */
  victims: readonly number[];
  /** How long the fault lasts, if it has a duration. */
  lasts_ms: number;
  /** For the other random choices of the fault. */
  seed: number;
}

export interface PlannedFault extends Severity {
  kind: FaultKind;
  /** Whether live connections are cut between two messages too, so that pages reconnect during the fault. */
  cutsLines: boolean;
}

/** Causes a fault and ends it. Returns the time from which recovery is measured, on the clock of performance.now. */
type Fault = (deployment: Deployment, severity: Severity) => Promise<number>;

const gap_ms = 120;
const minute_ms = 60_000;
const cut_ms_max = 5000;
/** The feed sends runs of about as many rows, so a cut is as often between the rows of a run as before or after them. */
const messages_max = 4;
const last_ms = { min: 300, max: 1500 } as const;
/** A fault of one process tests as much as a fault of both, so each is equally likely. */
const both_chance = 0.5;
const line_cuts_chance = 0.4;

/** Recovery is measured from the end of a fault, or from its beginning if it has no end, such as a kill. */
const faults = {
  "app killed": async (deployment, { victims }) => {
    const since_ms = performance.now();
    for (const app of deployment.appsOf(victims)) app.kill();
    return since_ms;
  },

  "app stopped": async (deployment, { victims, lasts_ms }) => {
    const apps = deployment.appsOf(victims);
    for (const app of apps) app.stop();
    await sleep(lasts_ms);
    for (const app of apps) app.resume();
    return performance.now();
  },

  "clock stepped": async (deployment, { victims, lasts_ms, seed }) => {
    const apps = deployment.appsOf(victims);
    const offset_ms = clockOffset_ms(new Random(seed), victims.length === deployment.apps.length);
    for (const app of apps) app.setClock(offset_ms);
    await sleep(lasts_ms);
    for (const app of apps) app.setClock(0);
    return performance.now();
  },

  "postmaster killed": async (deployment, { lasts_ms }) => {
    const since_ms = performance.now();
    await deployment.primary.kill();
    await sleep(lasts_ms / 4);
    await deployment.primary.revive();
    return since_ms;
  },

  "backends ended": async (deployment, { lasts_ms, seed }) => {
    const random = new Random(seed);
    await repeatedly(lasts_ms, async () => {
      const name = random.pick(["writer", "follower", "pool", ""]);
      await deployment.primary.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name like $1 and pid <> pg_backend_pid()",
        [`cedibook ${name}%`],
      );
    });
    return performance.now();
  },

  "backends stopped": async (deployment, { lasts_ms, seed }) => {
    const random = new Random(seed);
    const pids = await backendsOf(deployment);
    const chosen = pids.filter(() => random.chance(0.3));
    signalEach(chosen, "SIGSTOP");
    await sleep(lasts_ms).finally(() => signalEach(chosen, "SIGCONT"));
    return performance.now();
  },

  "connections cut": async (deployment, { victims, lasts_ms }) => {
    await repeatedly(lasts_ms, async () => {
      for (const proxy of deployment.proxiesOf(victims)) proxy.cutAll();
    });
    return performance.now();
  },

  "connections refused": async (deployment, { victims, lasts_ms }) => {
    const proxies = deployment.proxiesOf(victims);
    for (const proxy of proxies) await proxy.refuse(true);
    for (const proxy of proxies) proxy.cutAll();
    await sleep(lasts_ms);
    for (const proxy of proxies) await proxy.refuse(false);
    return performance.now();
  },

  "connections delayed": (deployment, plan) => {
    const delay_ms = new Random(plan.seed).whole(30, 300);
    return withWeather(deployment, plan, { kind: "delayed", delay_ms });
  },
  "connections held": (deployment, plan) => withWeather(deployment, plan, { kind: "held" }),
  "connections half-open": (deployment, plan) =>
    withWeather(deployment, plan, { kind: "swallowed", towards: ["server", "client"] }),
  "requests swallowed": (deployment, plan) =>
    withWeather(deployment, plan, { kind: "swallowed", towards: ["server"] }),
  "answers swallowed": (deployment, plan) =>
    withWeather(deployment, plan, { kind: "swallowed", towards: ["client"] }),

  "answer lost after commit": async (deployment, { victims, lasts_ms }) => {
    const proxies = deployment.proxiesOf(victims);
    const cuts = () => proxies.reduce((all, proxy) => all + proxy.cuts, 0);
    const before = cuts();
    await repeatedly(lasts_ms, async () => {
      for (const proxy of proxies) proxy.cutNext("answer");
    });
    await waitForCut(() => cuts() > before);
    return performance.now();
  },

  "disk full": async (deployment, { lasts_ms, seed }) => {
    const { primary } = deployment;
    if (primary.isOnSmallDisk) {
      // Without space for a table, a statement fails. Without space for the write-ahead log, the whole server stops.
      const isLogFull = new Random(seed).chance(0.5);
      await primary.fillDisk(true);
      await repeatedly(lasts_ms, async () => {
        if (isLogFull) await primary.query("select pg_switch_wal()").catch(() => {});
      }).finally(() => primary.fillDisk(false));
    } else {
      await primary.query(refuseWrites);
      await sleep(lasts_ms).finally(() => primary.query("drop trigger disk_full on ledger.event"));
    }
    const since_ms = performance.now();
    // A server that had no space for its log has stopped and must be restarted.
    await primary.revive();
    return since_ms;
  },

  "live lines cut": async (deployment, { lasts_ms }) => {
    const before = deployment.lines.cuts;
    await sleep(lasts_ms);
    await waitForCut(() => deployment.lines.cuts > before);
    return performance.now();
  },

  "live lines silent": async (deployment, { lasts_ms }) => {
    deployment.lines.setSilent(true);
    await sleep(lasts_ms);
    deployment.lines.setSilent(false);
    return performance.now();
  },

  "primary killed, standby promoted": async (deployment, { lasts_ms, seed }) => {
    const isStandbyBehind = new Random(seed).chance(0.5);
    // The standby does not have what the primary commits now, so the shop must not acknowledge any of it.
    if (isStandbyBehind) deployment.replication?.setWeather({ kind: "swallowed", towards: ["client"] });
    await sleep(isStandbyBehind ? lasts_ms : 0);
    const since_ms = performance.now();
    await deployment.primary.kill();
    await deployment.failOver();
    return since_ms;
  },

  "primary hung, standby promoted": async (deployment) => {
    const since_ms = performance.now();
    await deployment.primary.freeze();
    await deployment.failOver();
    return since_ms;
  },
} satisfies Record<string, Fault>;

export type FaultKind = keyof typeof faults;
export const faultKinds = Object.keys(faults) as readonly FaultKind[];

export const failovers: ReadonlySet<FaultKind> = new Set([
  "primary killed, standby promoted",
  "primary hung, standby promoted",
]);

const hitsAll: ReadonlySet<FaultKind> = new Set([
  ...failovers,
  "postmaster killed",
  "backends ended",
  "backends stopped",
  "disk full",
  "live lines cut",
  "live lines silent",
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

export async function causeFault(deployment: Deployment, plan: PlannedFault): Promise<number> {
  const random = new Random(plan.seed);
  if (plan.cutsLines) deployment.lines.cutAfter(() => random.whole(1, messages_max));
  try {
    return await faults[plan.kind](deployment, plan);
  } finally {
    deployment.lines.cutAfter(undefined);
  }
}

async function withWeather(
  deployment: Deployment,
  { victims, lasts_ms }: Severity,
  bad: Weather,
): Promise<number> {
  const proxies = deployment.proxiesOf(victims);
  for (const proxy of proxies) proxy.setWeather(bad);
  await sleep(lasts_ms);
  for (const proxy of proxies) proxy.setWeather({ kind: "clear" });
  return performance.now();
}

async function repeatedly(lasts_ms: number, work: () => Promise<void>): Promise<void> {
  for (const end_ms = performance.now() + lasts_ms; performance.now() < end_ms; await sleep(gap_ms))
    await work();
}

/** Waits for at least one cut. A fault that cut nothing would prove nothing. */
async function waitForCut(hasCut: () => boolean): Promise<void> {
  if (!(await waitFor(hasCut, { ms_max: cut_ms_max }))) throw new Error("no connection was cut");
}

/**
 * Both processes share the clock of one machine, which may be minutes off. Different machines' clocks differ by seconds.
 * The offset never leads into another day, because all sessions would end.
 */
function clockOffset_ms(random: Random, isShared: boolean): number {
  const size_ms = isShared ? random.whole(1, 30) * minute_ms : random.whole(1, 20) * 1000;
  const offset_ms = random.chance(0.5) ? size_ms : -size_ms;
  const [now, then] = [0, offset_ms].map((off_ms) => dayOf(new Date(Date.now() + off_ms).toISOString()));
  return now === then ? offset_ms : -offset_ms;
}

async function backendsOf(deployment: Deployment): Promise<number[]> {
  const rows = await deployment.primary.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name like 'cedibook %' and pid <> pg_backend_pid() order by pid",
  );
  return rows.map(({ pid }) => pid);
}

function signalEach(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has already ended.
    }
  }
}

/** Used if no small disk can be mounted. Raises PostgreSQL's error for a table that cannot grow. */
const refuseWrites = `
  create or replace function public.disk_full() returns trigger language plpgsql as $$
  begin
    raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
  end $$;
  create trigger disk_full before insert on ledger.event for each statement execute function public.disk_full()`;
