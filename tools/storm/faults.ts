/** How each kind of fault is done, and from which moment on the shop has to recover from it. */
import { setTimeout as sleep } from "node:timers/promises";
import { dayOf } from "#ledger/terms/dates.ts";
import type { Weather } from "#ledger/store/testing/cutting-proxy.ts";
import { Random } from "../demo/random.ts";
import type { Field } from "./field.ts";
import type { FaultKind, PlannedFault } from "./plan.ts";

/** Does a fault and takes it back. Returns since when, on the clock of performance.now, recovery counts. */
type Fault = (field: Field, plan: PlannedFault) => Promise<number>;

const gap_ms = 120;
const minute_ms = 60_000;
const felt_ms_max = 5000;
/** A run of rows is about as long, so that a cut falls between its rows as often as before or behind it. */
const messages_max = 4;

/** Recovery counts from the end of what has one, and from the beginning of what has none: a kill. */
const faults: Record<FaultKind, Fault> = {
  "app killed": async (field, { victims }) => {
    const since_ms = performance.now();
    for (const app of field.appsOf(victims)) app.kill();
    return since_ms;
  },

  "app stopped": async (field, { victims, lasts_ms }) => {
    const apps = field.appsOf(victims);
    for (const app of apps) app.stop();
    await sleep(lasts_ms);
    for (const app of apps) app.resume();
    return performance.now();
  },

  "clock stepped": async (field, { victims, lasts_ms, seed }) => {
    const apps = field.appsOf(victims);
    const offset_ms = clockOffset_ms(new Random(seed), victims.length === field.apps.length);
    for (const app of apps) app.setClock(offset_ms);
    await sleep(lasts_ms);
    for (const app of apps) app.setClock(0);
    return performance.now();
  },

  "postmaster killed": async (field, { lasts_ms }) => {
    const since_ms = performance.now();
    await field.primary.kill();
    await sleep(lasts_ms / 4);
    await field.primary.revive();
    return since_ms;
  },

  "backends ended": async (field, { lasts_ms, seed }) => {
    const random = new Random(seed);
    await repeatedly(lasts_ms, async () => {
      const name = random.pick(["writer", "follower", "pool", ""]);
      await field.primary.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name like $1 and pid <> pg_backend_pid()",
        [`cedibook ${name}%`],
      );
    });
    return performance.now();
  },

  "backends stopped": async (field, { lasts_ms, seed }) => {
    const random = new Random(seed);
    const pids = await backendsOf(field);
    const chosen = pids.filter(() => random.chance(0.3));
    signalEach(chosen, "SIGSTOP");
    await sleep(lasts_ms).finally(() => signalEach(chosen, "SIGCONT"));
    return performance.now();
  },

  "connections cut": async (field, { victims, lasts_ms }) => {
    await repeatedly(lasts_ms, async () => {
      for (const proxy of field.proxiesOf(victims)) proxy.cutAll();
    });
    return performance.now();
  },

  "connections refused": async (field, { victims, lasts_ms }) => {
    const proxies = field.proxiesOf(victims);
    for (const proxy of proxies) await proxy.refuse(true);
    for (const proxy of proxies) proxy.cutAll();
    await sleep(lasts_ms);
    for (const proxy of proxies) await proxy.refuse(false);
    return performance.now();
  },

  "connections delayed": (field, plan) => {
    const delay_ms = new Random(plan.seed).whole(30, 300);
    return weather(field, plan, { kind: "delayed", delay_ms });
  },
  "connections held": (field, plan) => weather(field, plan, { kind: "held" }),
  "connections half-open": (field, plan) =>
    weather(field, plan, { kind: "swallowed", towards: ["server", "client"] }),
  "requests swallowed": (field, plan) => weather(field, plan, { kind: "swallowed", towards: ["server"] }),
  "answers swallowed": (field, plan) => weather(field, plan, { kind: "swallowed", towards: ["client"] }),

  "answer lost after commit": async (field, { victims, lasts_ms }) => {
    const proxies = field.proxiesOf(victims);
    const cuts = () => proxies.reduce((all, proxy) => all + proxy.cuts, 0);
    const before = cuts();
    await repeatedly(lasts_ms, async () => {
      for (const proxy of proxies) proxy.cutNext("answer");
    });
    await untilFelt(() => cuts() > before);
    return performance.now();
  },

  "disk full": async (field, { lasts_ms, seed }) => {
    const { primary } = field;
    if (primary.isOnSmallDisk) {
      // Without space for a table a statement fails; without space for the write-ahead log the whole server ends.
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
    // A server that had no space for its log has ended, and whoever made room starts it.
    await primary.revive();
    return since_ms;
  },

  "live lines cut": async (field, { lasts_ms }) => {
    const before = field.lines.cuts;
    await sleep(lasts_ms);
    await untilFelt(() => field.lines.cuts > before);
    return performance.now();
  },

  "live lines silent": async (field, { lasts_ms }) => {
    field.lines.setSilent(true);
    await sleep(lasts_ms);
    field.lines.setSilent(false);
    return performance.now();
  },

  "primary killed, standby promoted": async (field, { lasts_ms, seed }) => {
    const isStandbyBehind = new Random(seed).chance(0.5);
    // What the primary commits meanwhile its standby lacks, so none of that may have been acknowledged.
    if (isStandbyBehind) field.replication?.setWeather({ kind: "swallowed", towards: ["client"] });
    await sleep(isStandbyBehind ? lasts_ms : 0);
    const since_ms = performance.now();
    await field.primary.kill();
    await field.failOver();
    return since_ms;
  },

  "primary hung, standby promoted": async (field) => {
    const since_ms = performance.now();
    await field.primary.freeze();
    await field.failOver();
    return since_ms;
  },
};

export const failovers: ReadonlySet<FaultKind> = new Set([
  "primary killed, standby promoted",
  "primary hung, standby promoted",
]);

export async function doFault(field: Field, plan: PlannedFault): Promise<number> {
  const random = new Random(plan.seed);
  if (plan.cutsLines) field.lines.cutAfter(() => random.whole(1, messages_max));
  try {
    return await faults[plan.kind](field, plan);
  } finally {
    field.lines.cutAfter(undefined);
  }
}

async function weather(field: Field, { victims, lasts_ms }: PlannedFault, bad: Weather): Promise<number> {
  const proxies = field.proxiesOf(victims);
  for (const proxy of proxies) proxy.setWeather(bad);
  await sleep(lasts_ms);
  for (const proxy of proxies) proxy.setWeather({ kind: "clear" });
  return performance.now();
}

async function repeatedly(lasts_ms: number, act: () => Promise<void>): Promise<void> {
  for (const end_ms = performance.now() + lasts_ms; performance.now() < end_ms; await sleep(gap_ms))
    await act();
}

/** A cut that hit nobody would prove nothing. */
async function untilFelt(isFelt: () => boolean): Promise<void> {
  for (const end_ms = performance.now() + felt_ms_max; !isFelt(); await sleep(gap_ms))
    if (performance.now() > end_ms) throw new Error("nothing was there to be cut");
}

/**
 * Processes of one machine share its clock, which may be far off; alone, a machine's is off by seconds. Never into
 * another day, where all sessions would be over.
 */
function clockOffset_ms(random: Random, isShared: boolean): number {
  const size_ms = isShared ? random.whole(1, 30) * minute_ms : random.whole(1, 20) * 1000;
  const offset_ms = random.chance(0.5) ? size_ms : -size_ms;
  const [now, then] = [0, offset_ms].map((off_ms) => dayOf(new Date(Date.now() + off_ms).toISOString()));
  return now === then ? offset_ms : -offset_ms;
}

async function backendsOf(field: Field): Promise<number[]> {
  const rows = await field.primary.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name like 'cedibook %' and pid <> pg_backend_pid() order by pid",
  );
  return rows.map(({ pid }) => pid);
}

function signalEach(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Where no small disk can be mounted: what PostgreSQL says when it cannot make a table longer. */
const refuseWrites = `
  create or replace function public.disk_full() returns trigger language plpgsql as $$
  begin
    raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
  end $$;
  create trigger disk_full before insert on ledger.event for each statement execute function public.disk_full()`;
