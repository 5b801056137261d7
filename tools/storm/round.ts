/** One round: load, a fault during it, recovery, and then the checks. */
import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "./apps.ts";
import type { Cast } from "./cast.ts";
import type { LedgerCheck } from "./check-ledger.ts";
import { checkScreens } from "./check-screens.ts";
import { doFault, failovers } from "./faults.ts";
import { type Field, untilReady } from "./field.ts";
import type { LiveClient } from "./live/live-client.ts";
import type { Load } from "./load.ts";
import type { PlannedFault } from "./plan.ts";
import type { Sender } from "./sender.ts";

/** What takes part in every round of a season. */
export interface Stage {
  field: Field;
  cast: Cast;
  sender: Sender;
  load: Load;
  clients: readonly LiveClient[];
  ledger: LedgerCheck;
}

export interface RoundReport {
  plan: PlannedFault;
  acknowledged: number;
  /** How often a client had to ask again. */
  retries: number;
  lost: string[];
  doubled: string[];
  stale: string[];
  wrongAnswers: string[];
  /** Everything else that must not be: broken books, processes that ended, no recovery. */
  broken: string[];
  /** From the fault's end, or from a kill; undefined: not in time. */
  ready_ms: number | undefined;
  purchase_ms: number | undefined;
  /** From the last command's answer until every screen was right; undefined: not in time. */
  screens_ms: number | undefined;
}

const before_ms = 500;
const after_ms = 350;
const recovery_ms_max = 25_000;
/** How long a client waits for the answers that are still to come when the load ends. */
const answers_ms_max = 6000;
const screens_ms_max = 5000;
const poll_ms = 10;

export async function playRound(stage: Stage, plan: PlannedFault): Promise<RoundReport> {
  const { field, sender, load, clients } = stage;
  sender.beginRound();
  for (const client of clients) client.refresh();
  if (failovers.has(plan.kind)) await field.addStandby();
  load.start();
  let recovery: Recovery;
  try {
    await sleep(before_ms);
    recovery = await recover(stage, plan, await doFault(field, plan));
    await sleep(after_ms);
  } finally {
    await load.stop(answers_ms_max);
  }
  const ended_ms = performance.now();
  const { stale, wrongAnswers } = await checkScreens(field.primary, clients, ended_ms + screens_ms_max);
  const screens_ms = stale.length > 0 ? undefined : performance.now() - ended_ms;
  const { lost, doubled, broken } = await field.primary.use((client) =>
    stage.ledger.round(client, sender.notes),
  );
  await field.tidy();
  return {
    plan,
    acknowledged: sender.notes.filter(({ outcome }) => outcome === "acknowledged").length,
    retries: sender.notes.reduce((all, { attempts }) => all + attempts - 1, 0),
    lost,
    doubled,
    stale,
    wrongAnswers: [...sender.wrongAnswers.map((wrong) => JSON.stringify(wrong)), ...wrongAnswers],
    broken: [...broken, ...recovery.complaints, ...field.apps.flatMap((app) => app.deaths.splice(0))],
    ready_ms: recovery.ready_ms,
    purchase_ms: recovery.purchase_ms,
    screens_ms,
  };
}

interface Recovery {
  ready_ms: number | undefined;
  purchase_ms: number | undefined;
  complaints: string[];
}

/** Until each process that was hit is ready and has sold something; the slowest one counts. */
async function recover(
  { field, sender }: Stage,
  { victims }: PlannedFault,
  since_ms: number,
): Promise<Recovery> {
  const hit = field.appsOf(victims);
  const deadline_ms = performance.now() + recovery_ms_max;
  const ready = await Promise.all(hit.map((app) => untilReady(app, deadline_ms)));
  // A database that was killed may still finish what it is at, so a sale before that is no sign of recovery.
  const sold = await Promise.all(
    hit.map((app, index) => untilSold(sender, app, ready[index] ?? since_ms, deadline_ms)),
  );
  const complaints = hit.flatMap((app, index) => [
    ...(ready[index] === undefined ? [`${app.name} was not ready after ${recovery_ms_max} ms`] : []),
    ...(sold[index] === undefined ? [`${app.name} sold nothing for ${recovery_ms_max} ms`] : []),
    ...(ready[index] === undefined || sold[index] === undefined
      ? [`its words: ${app.words.slice(-1500)}`]
      : []),
  ]);
  return { ready_ms: slowest(ready, since_ms), purchase_ms: slowest(sold, since_ms), complaints };
}

async function untilSold(
  sender: Sender,
  app: App,
  since_ms: number,
  deadline_ms: number,
): Promise<number | undefined> {
  for (; performance.now() < deadline_ms; await sleep(poll_ms)) {
    const times = sender.notes.flatMap(({ app: name, effect, answered_ms = 0 }) =>
      name === app.name && effect?.type === "order_placed" && answered_ms >= since_ms ? [answered_ms] : [],
    );
    if (times.length > 0) return Math.min(...times);
  }
  return undefined;
}

function slowest(times_ms: readonly (number | undefined)[], since_ms: number): number | undefined {
  const known = times_ms.filter((time) => time !== undefined);
  return known.length < times_ms.length ? undefined : Math.max(...known) - since_ms;
}
