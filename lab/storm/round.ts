/** One round: a fault under load, the recovery, and then the checks. */
import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "./apps.ts";
import type { Participants } from "./participants.ts";
import type { LedgerCheck } from "./check-ledger.ts";
import { checkScreens } from "./check-screens.ts";
import { causeFault, failovers } from "./faults.ts";
import { type Deployment, untilReady } from "./deployment.ts";
import type { LiveClient } from "../../tools/testing/live/live-client.ts";
import type { Load } from "./load.ts";
import type { PlannedFault } from "./plan.ts";
import type { Sender } from "./sender.ts";

/** The rounds of a season share the same customers and pages. */
export interface Season {
  deployment: Deployment;
  participants: Participants;
  sender: Sender;
  load: Load;
  clients: readonly LiveClient[];
  ledger: LedgerCheck;
}

export interface RoundReport {
  plan: PlannedFault;
  acknowledged: number;
  /** How often clients had to send a command again. */
  retries: number;
  lost: string[];
  doubled: string[];
  stale: string[];
  wrongAnswers: string[];
  /** All other failures: wrong balances, crashed processes, no recovery. */
  broken: string[];
  /** Measured from the fault's end, or from a kill; undefined if it took too long. */
  ready_ms: number | undefined;
  purchase_ms: number | undefined;
  /** From the last command's answer until every screen was right; undefined if it took too long. */
  screens_ms: number | undefined;
}

const before_ms = 500;
const after_ms = 350;
const recovery_ms_max = 25_000;
/** How long clients wait for outstanding answers when the load ends. */
const answers_ms_max = 6000;
const screens_ms_max = 5000;
const poll_ms = 10;

export async function playRound(season: Season, plan: PlannedFault): Promise<RoundReport> {
  const { deployment, sender, load, clients } = season;
  sender.beginRound();
  for (const client of clients) client.refresh();
  if (failovers.has(plan.kind)) await deployment.addStandby();
  load.start();
  let recovery: Recovery;
  try {
    await sleep(before_ms);
    recovery = await recover(season, plan, await causeFault(deployment, plan));
    await sleep(after_ms);
  } finally {
    await load.stop(answers_ms_max);
  }
  const ended_ms = performance.now();
  const { stale, wrongAnswers } = await checkScreens(deployment.primary, clients, ended_ms + screens_ms_max);
  const screens_ms = stale.length > 0 ? undefined : performance.now() - ended_ms;
  const { lost, doubled, broken } = await deployment.primary.use((client) =>
    season.ledger.checkRound(client, sender.commands),
  );
  await deployment.cleanUp();
  return {
    plan,
    acknowledged: sender.commands.filter(({ outcome }) => outcome === "acknowledged").length,
    retries: sender.commands.reduce((all, { attempts }) => all + attempts - 1, 0),
    lost,
    doubled,
    stale,
    wrongAnswers: [...sender.wrongAnswers.map((wrong) => JSON.stringify(wrong)), ...wrongAnswers],
    broken: [...broken, ...recovery.failures, ...deployment.apps.flatMap((app) => app.crashes.splice(0))],
    ready_ms: recovery.ready_ms,
    purchase_ms: recovery.purchase_ms,
    screens_ms,
  };
}

interface Recovery {
  ready_ms: number | undefined;
  purchase_ms: number | undefined;
  failures: string[];
}

/** Waits until each affected process is ready and has acknowledged a purchase. The slowest process counts. */
async function recover(
  { deployment, sender }: Season,
  { victims }: PlannedFault,
  since_ms: number,
): Promise<Recovery> {
  const affected = deployment.appsOf(victims);
  const deadline_ms = performance.now() + recovery_ms_max;
  const ready = await Promise.all(affected.map((app) => untilReady(app, deadline_ms)));
  // A killed database may still finish its current work, so a purchase before the process is ready proves no recovery.
  const purchases = await Promise.all(
    affected.map((app, index) => untilPurchase(sender, app, ready[index] ?? since_ms, deadline_ms)),
  );
  const failures = affected.flatMap((app, index) => [
    ...(ready[index] === undefined ? [`${app.name} was not ready after ${recovery_ms_max} ms`] : []),
    ...(purchases[index] === undefined
      ? [`${app.name} acknowledged no purchase for ${recovery_ms_max} ms`]
      : []),
    ...(ready[index] === undefined || purchases[index] === undefined
      ? [`its output: ${app.output.slice(-1500)}`]
      : []),
  ]);
  return { ready_ms: slowest(ready, since_ms), purchase_ms: slowest(purchases, since_ms), failures };
}

async function untilPurchase(
  sender: Sender,
  app: App,
  since_ms: number,
  deadline_ms: number,
): Promise<number | undefined> {
  for (; performance.now() < deadline_ms; await sleep(poll_ms)) {
    const times = sender.commands.flatMap(({ app: name, effect, answered_ms = 0 }) =>
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
