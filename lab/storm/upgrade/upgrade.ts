/**
 * An upgrade under load: two processes of an older version serve while the database is migrated, and are then replaced one
 * by one, behind a balancer that asks whether they are ready. Every answer must be a normal one or 503 with Retry-After, and
 * nothing may be lost or doubled.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { ownPort } from "../../../tools/testing/own-port.ts";
import { apps_count, isReady } from "../../scenario/apps.ts";
import { verifyFindings } from "../../scenario/check-ledger.ts";
import { adminLogin, offerPackage } from "../../scenario/participants.ts";
import { type Played, playTrial, type Watching } from "../../scenario/play-rounds.ts";
import { type Happened, type RoundReport, Scenario } from "../../scenario/scenario.ts";
import type { Sender, Target } from "../../scenario/sender.ts";
import { waitFor } from "../../waiting.ts";
import { DatabaseNode } from "../database-node.ts";
import { root } from "./unpack-version.ts";

interface UpgradeOptions extends Watching {
  /** The folder of the older version. */
  from: string;
  seed: number;
  /** How long the load lasts before, between and after the steps. */
  phase_ms?: number;
}

interface Upgraded {
  database: DatabaseNode;
  apps: VersionProcess[];
  /** Aborted when nobody asks any more whether the processes are ready. */
  ending: AbortSignal;
}

/** What npm run migrate prints, and the rest of the settings. */
type ShopEnvironment = Record<string, string>;

/** As the service files of deploy set it: the balancer has this long to notice that a process stops. */
const serviceSettings = { LOG_LEVEL: "warn", DRAIN_SECONDS: "3" };
const output_length_max = 20_000;

const probe_pause_ms = 300;
const ready_ms_max = 30_000;
/** Longer than a client would wait, so that a lock held too long is seen as one slow answer and not as many attempts. */
const answer_ms_max = 10_000;
/** The balancer of deploy answers 503 to what has waited this long for a process (lb_try_duration). */
const purchase_ms_max = 20_000;

export async function upgradeUnderLoad(options: UpgradeOptions): Promise<Played> {
  const database = await DatabaseNode.startPrimary();
  const apps: VersionProcess[] = [];
  const ending = new AbortController();
  const trial = {
    rounds: play(options, { database, apps, ending: ending.signal }),
    async findings() {
      const findings = await database.use(verifyFindings);
      for (const app of apps) findings.push(...[await app.stop()].filter((what) => what !== undefined));
      return findings;
    },
    async close() {
      ending.abort();
      for (const app of apps) app.kill();
      await database.close();
    },
  };
  return playTrial(trial, options);
}

async function* play(
  { from, seed, phase_ms = 4000 }: UpgradeOptions,
  { database, apps, ending }: Upgraded,
): AsyncGenerator<RoundReport> {
  const settings = {
    SESSION_SECRET: randomBytes(32).toString("hex"),
    ADMIN_PHONE: adminLogin.phone,
    ADMIN_PASSWORD: adminLogin.password,
  };
  const environment = { ...settings, ...(await migrateWith(from, database.url, settings)) };
  for (let number = 1; number <= apps_count; number += 1) {
    const app = new VersionProcess(`app ${number}`, await ownPort());
    apps.push(app);
    await app.start(from, environment);
    void keepProbing(app, ending);
  }
  const packageId = await offerPackage(apps[0]?.url ?? "");
  const stage = { apps, use: database.use.bind(database) };
  const scenario = await Scenario.open(stage, { packageId, seed, attempt_ms_max: answer_ms_max });
  yield await scenario.play({
    name: "upgrade",
    before_ms: phase_ms,
    after_ms: 0,
    answers_ms_max: answer_ms_max,
    act: () => upgrade(database, apps, environment, phase_ms),
    look: async () => answersOf(scenario.sender),
  });
}

/** Migrates while the old version serves, and then replaces its processes. */
async function upgrade(
  database: DatabaseNode,
  apps: readonly VersionProcess[],
  environment: ShopEnvironment,
  phase_ms: number,
): Promise<Happened> {
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
    const isUp = await waitFor(() => app.isInService, { ms_max: ready_ms_max });
    return isUp ? [] : [`${app.name} was not ready in time`];
  } catch (error) {
    return [String(error)];
  }
}

async function keepProbing(app: VersionProcess, signal: AbortSignal): Promise<void> {
  for (; !signal.aborted; await sleep(probe_pause_ms)) app.isInService = await isReady(app);
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

/** A process of one version of the shop, as a service manager runs it: npm start with the addresses of its logins. */
class VersionProcess implements Target {
  readonly name: string;
  readonly url: string;
  readonly #port: number;
  isInService = false;
  #child: ChildProcess | undefined;
  #output = "";

  constructor(name: string, port: number) {
    this.name = name;
    this.#port = port;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** @param folder of the version. @throws if it ends before it serves */
  async start(folder: string, environment: ShopEnvironment): Promise<void> {
    const child = spawn(process.execPath, [join(folder, "tools/start.ts")], {
      cwd: folder,
      env: { ...childEnvironment(), ...environment, PORT: String(this.#port), ...serviceSettings },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    this.#output = "";
    await new Promise<void>((resolve, reject) => {
      const listen = (chunk: Buffer) => {
        this.#output = (this.#output + chunk.toString()).slice(-output_length_max);
        if (this.#output.includes("Ready on ")) resolve();
      };
      child.stdout.on("data", listen);
      child.stderr.on("data", listen);
      child.on("exit", () => (this.isInService = false));
      child.on("exit", () => reject(new Error(`${this.name} did not start: ${this.#output}`)));
    });
  }

  /** Ends it as a service manager does. @returns what was wrong with its end; undefined if nothing was */
  async stop(): Promise<string | undefined> {
    const child = this.#child;
    if (!child) return undefined;
    const isGone = child.exitCode !== null || child.signalCode !== null;
    if (isGone) return `${this.name} ended by itself: ${this.#output.slice(-1500)}`;
    const exited = once(child, "exit");
    child.kill("SIGTERM");
    const [code] = (await exited) as [number | null];
    this.#child = undefined;
    return code === 0 ? undefined : `${this.name} stopped with code ${code}: ${this.#output.slice(-1500)}`;
  }

  /** Ends it at once, whatever it does. */
  kill(): void {
    this.#child?.kill("SIGKILL");
  }
}

/** Runs the version's npm run migrate as the owner. @returns the addresses that it printed, if it made the logins */
async function migrateWith(
  folder: string,
  ownerUrl: string,
  settings: ShopEnvironment,
): Promise<ShopEnvironment> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, "tools/migrate.ts")], {
    cwd: folder,
    env: { ...childEnvironment(), ...settings, DATABASE_URL: ownerUrl },
  });
  const printed = [...stdout.matchAll(/^((?:AUDITOR_)?DATABASE_URL)=(.*)$/gm)];
  return Object.fromEntries(printed.map(([, name = "", value = ""]) => [name, value]));
}

/** Without the settings of a shop that this machine may have. */
function childEnvironment(): ShopEnvironment {
  const { PATH = "", HOME = "" } = process.env;
  return { PATH, HOME };
}
