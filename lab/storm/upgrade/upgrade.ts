/**
 * An upgrade under load: two processes of an older version serve while the database is migrated, and are then replaced one
 * by one, behind a balancer that asks whether they are ready. Every answer must be a normal one or 503 with Retry-After, and
 * nothing may be lost or doubled.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { ownPort } from "../../../tools/testing/own-port.ts";
import { adminLogin, offerPackage } from "../../scenario/participants.ts";
import { type Played, unlessAborted } from "../../scenario/play-rounds.ts";
import { type Happened, type RoundReport, Scenario } from "../../scenario/scenario.ts";
import type { Sender } from "../../scenario/sender.ts";
import { DatabaseNode } from "../database-node.ts";
import { root } from "./unpack-version.ts";
import { migrateWith, type ShopEnvironment, VersionProcess } from "./version-process.ts";

interface UpgradeOptions {
  /** The folder of the older version. */
  from: string;
  seed: number;
  onRound?: (round: RoundReport) => void;
  /** How long the load lasts before, between and after the steps. */
  phase_ms?: number;
}

interface Upgrade {
  database: DatabaseNode;
  environment: ShopEnvironment;
  apps: readonly VersionProcess[];
  phase_ms: number;
}

const processes = 2;
const probe_pause_ms = 300;
const ready_ms_max = 30_000;
/** Longer than a client would wait, so that a lock held too long is seen as one slow answer and not as many attempts. */
const answer_ms_max = 10_000;
/** The balancer of deploy answers 503 to what has waited this long for a process (lb_try_duration). */
const purchase_ms_max = 20_000;

/** @param signal can end it at any time; everything is still cleaned up. @throws the signal's reason */
export async function upgradeUnderLoad(options: UpgradeOptions, signal?: AbortSignal): Promise<Played> {
  const database = await DatabaseNode.startPrimary();
  const apps: VersionProcess[] = [];
  const ending = new AbortController();
  try {
    return await unlessAborted(play(options, database, apps, ending.signal), signal);
  } finally {
    ending.abort();
    for (const app of apps) app.kill();
    await database.close();
  }
}

async function play(
  { from, seed, onRound, phase_ms = 4000 }: UpgradeOptions,
  database: DatabaseNode,
  apps: VersionProcess[],
  ending: AbortSignal,
): Promise<Played> {
  const settings = {
    SESSION_SECRET: randomBytes(32).toString("hex"),
    ADMIN_PHONE: adminLogin.phone,
    ADMIN_PASSWORD: adminLogin.password,
  };
  const environment = { ...settings, ...(await migrateWith(from, database.url, settings)) };
  for (let number = 1; number <= processes; number += 1) {
    const app = new VersionProcess(`app ${number}`, await ownPort());
    apps.push(app);
    await app.start(from, environment);
    void keepProbing(app, ending);
  }
  const packageId = await offerPackage(apps[0]?.url ?? "");
  const stage = { apps, use: database.use.bind(database) };
  const scenario = await Scenario.open(stage, { packageId, seed, attempt_ms_max: answer_ms_max });
  const round = await scenario.play({
    name: "upgrade",
    before_ms: phase_ms,
    after_ms: 0,
    answers_ms_max: answer_ms_max,
    act: () => upgrade({ database, environment, apps, phase_ms }),
    look: async () => answersOf(scenario.sender),
  });
  const findings = await scenario.checkWholeLog();
  for (const app of apps) findings.push(...[await app.stop()].filter((what) => what !== undefined));
  onRound?.(round);
  return { rounds: [round], findings };
}

/** Migrates while the old version serves, and then replaces its processes. */
async function upgrade({ database, environment, apps, phase_ms }: Upgrade): Promise<Happened> {
  const began_ms = performance.now();
  await migrateWith(root, database.url, environment);
  const migrate_ms = performance.now() - began_ms;
  await sleep(phase_ms);
  const failures: string[] = [];
  for (const app of apps) {
    if (failures.length > 0) break;
    failures.push(...(await replace(app, environment)));
    await sleep(phase_ms);
  }
  return { times: { migrate: migrate_ms }, failures };
}

/** @returns what went wrong */
async function replace(app: VersionProcess, environment: ShopEnvironment): Promise<string[]> {
  const wrong = await app.stop();
  if (wrong !== undefined) return [wrong];
  try {
    await app.start(root, environment);
    for (const deadline_ms = performance.now() + ready_ms_max; !app.isInService; await sleep(probe_pause_ms))
      if (performance.now() > deadline_ms) return [`${app.name} was not ready in time`];
    return [];
  } catch (error) {
    return [String(error)];
  }
}

async function keepProbing(app: VersionProcess, signal: AbortSignal): Promise<void> {
  for (; !signal.aborted; await sleep(probe_pause_ms)) await app.probe();
}

/** Every command was decided, and no purchase took too long. */
function answersOf({ commands, unanswered }: Sender): Happened {
  // A customer may only request so many top-ups: the load of a minute meets that limit, and 429 is its normal answer.
  const open = commands.filter(({ outcome, status }) => outcome === "unknown" && status !== 429);
  const purchases = commands.filter(({ effect }) => effect?.type === "order_placed");
  const times_ms = purchases.map(({ sent_ms, answered_ms = 0 }) => answered_ms - sent_ms);
  const slowest_ms = Math.max(0, ...times_ms);
  return {
    times: { "slowest purchase": slowest_ms },
    failures: [
      ...[...unanswered].map(([reason, count]) => `without an answer: ${count} times ${reason}`),
      ...open.map(({ what, status }) => `never decided: ${what}, last answer ${status}`),
      ...(slowest_ms > purchase_ms_max ? [`a purchase took ${slowest_ms.toFixed(0)} ms`] : []),
    ],
  };
}
