/**
 * An upgrade under load: two processes of an older version serve while the database is migrated, and are then replaced one
 * by one, behind a balancer that asks whether they are ready. Every answer must be a normal one or 503 with Retry-After, and
 * nothing may be lost or doubled.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { ownPort } from "../../../tools/testing/own-port.ts";
import { LedgerCheck } from "../check-ledger.ts";
import { DatabaseNode } from "../database-node.ts";
import { Load } from "../load.ts";
import { adminLogin, offerPackage, registerParticipants } from "../participants.ts";
import { Sender } from "../sender.ts";
import { root } from "./unpack-version.ts";
import { migrateWith, type ShopEnvironment, VersionProcess } from "./version-process.ts";

export interface UpgradeReport {
  acknowledged: number;
  /** How long the upgrade of the database took, with the start of the command. */
  migrate_ms: number;
  /** The longest time from the first attempt of a purchase to its answer. */
  slowest_ms: number;
  failures: string[];
}

export interface UpgradeOptions {
  /** The folder of the older version. */
  from: string;
  seed: number;
  log: (line: string) => void;
  /** How long the load lasts before, between and after the steps. */
  phase_ms?: number;
}

interface Upgrade extends Required<UpgradeOptions> {
  database: DatabaseNode;
  environment: ShopEnvironment;
  apps: readonly VersionProcess[];
}

const processes = 2;
const customers = 4;
const probe_pause_ms = 300;
const ready_ms_max = 30_000;
/** Longer than a client would wait, so that a lock held too long is seen as one slow answer and not as many attempts. */
const answer_ms_max = 10_000;
/** The balancer of deploy answers 503 to what has waited this long for a process (lb_try_duration). */
const purchase_ms_max = 20_000;

export async function upgradeUnderLoad(options: UpgradeOptions): Promise<UpgradeReport> {
  const database = await DatabaseNode.startPrimary();
  const apps: VersionProcess[] = [];
  const ending = new AbortController();
  try {
    const settings = {
      SESSION_SECRET: randomBytes(32).toString("hex"),
      ADMIN_PHONE: adminLogin.phone,
      ADMIN_PASSWORD: adminLogin.password,
    };
    const logins = await migrateWith(options.from, database.url, settings);
    const environment = { ...settings, ...logins };
    for (let number = 1; number <= processes; number += 1) {
      const app = new VersionProcess(`app ${number}`, await ownPort());
      apps.push(app);
      await app.start(options.from, environment);
      void keepProbing(app, ending.signal);
    }
    return await play({ phase_ms: 4000, ...options, database, environment, apps });
  } finally {
    ending.abort();
    for (const app of apps) app.kill();
    await database.close();
  }
}

async function play(upgrade: Upgrade): Promise<UpgradeReport> {
  const { apps, database, environment, phase_ms, seed, log } = upgrade;
  const base = apps[0]?.url ?? "";
  const packageId = await offerPackage(base);
  const participants = await registerParticipants(base, customers, 1);
  const sender = new Sender(apps, answer_ms_max);
  const load = new Load(sender, participants, packageId, seed);
  const failures: string[] = [];
  load.start();
  let migrate_ms: number;
  try {
    await sleep(phase_ms);
    const began_ms = performance.now();
    await migrateWith(root, database.url, environment);
    migrate_ms = performance.now() - began_ms;
    log(`Migrated in ${migrate_ms.toFixed(0)} ms. The old version goes on serving.`);
    await sleep(phase_ms);
    for (const app of apps) if (failures.length === 0) failures.push(...(await replace(upgrade, app)));
  } finally {
    await load.stop(answer_ms_max);
  }
  failures.push(...answerFaults(sender));
  const checked = checkBooks(database, sender);
  failures.push(
    ...(await checked.catch((error: unknown) => [`the ledger cannot be checked: ${String(error)}`])),
  );
  for (const app of apps) failures.push(...[await app.stop()].filter((what) => what !== undefined));
  const purchases = sender.commands.filter(({ effect }) => effect?.type === "order_placed");
  const times_ms = purchases.map(({ sent_ms, answered_ms = 0 }) => answered_ms - sent_ms);
  const slowest_ms = Math.max(0, ...times_ms);
  if (slowest_ms > purchase_ms_max) failures.push(`a purchase took ${slowest_ms.toFixed(0)} ms`);
  return {
    acknowledged: sender.commands.filter(({ outcome }) => outcome === "acknowledged").length,
    migrate_ms,
    slowest_ms,
    failures,
  };
}

/** @returns what went wrong */
async function replace({ environment, phase_ms, log }: Upgrade, app: VersionProcess): Promise<string[]> {
  const wrong = await app.stop();
  if (wrong !== undefined) return [wrong];
  try {
    await app.start(root, environment);
    await untilInService(app, performance.now() + ready_ms_max);
  } catch (error) {
    return [String(error)];
  }
  log(`${app.name} is of the new version.`);
  await sleep(phase_ms);
  return [];
}

async function untilInService(app: VersionProcess, deadline_ms: number): Promise<void> {
  while (!app.isInService) {
    if (performance.now() > deadline_ms) throw new Error(`${app.name} was not ready in time`);
    await sleep(probe_pause_ms);
  }
}

async function keepProbing(app: VersionProcess, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await app.probe();
    await sleep(probe_pause_ms);
  }
}

async function checkBooks(database: DatabaseNode, { commands }: Sender): Promise<string[]> {
  return database.use(async (client) => {
    const ledger = new LedgerCheck();
    const { lost, doubled, broken } = await ledger.checkRound(client, commands);
    return [
      ...lost.map((what) => `lost: ${what}`),
      ...doubled.map((what) => `doubled: ${what}`),
      ...broken.map((what) => `broken: ${what}`),
      ...(await ledger.checkWholeLog(client)),
    ];
  });
}

function answerFaults({ commands, unanswered, wrongAnswers }: Sender): string[] {
  // A customer may only request so many top-ups: the load of a minute meets that limit, and 429 is its normal answer.
  const open = commands.filter(({ outcome, status }) => outcome === "unknown" && status !== 429);
  return [
    ...wrongAnswers.map((wrong) => `wrong answer: ${JSON.stringify(wrong)}`),
    ...[...unanswered].map(([reason, count]) => `without an answer: ${count} times ${reason}`),
    ...open.map(({ what, status }) => `never decided: ${what}, last answer ${status}`),
  ];
}
