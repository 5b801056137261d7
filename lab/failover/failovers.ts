/** What can happen to a machine of a cluster, one event after the other, under load. */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { type App, startApps } from "../scenario/apps.ts";
import { verifyFindings } from "../scenario/check-ledger.ts";
import { openShop } from "../scenario/participants.ts";
import { type Played, playTrial, type Watching } from "../scenario/play-rounds.ts";
import { type Happened, type RoundReport, Scenario, type Stage } from "../scenario/scenario.ts";
import type { Sender } from "../scenario/sender.ts";
import { inLanes } from "../waiting.ts";
import { Intruder } from "./intruder.ts";
import type { Machine, Programs } from "./machine.ts";
import { PatroniCluster } from "./patroni-cluster.ts";

interface Scene {
  cluster: PatroniCluster;
  primary: Machine;
  standby: Machine;
}

interface Event {
  /** Which machine leads afterwards. */
  leader: "primary" | "standby";
  /** Returns when that machine leads, or when the primary no longer waits for its standby. */
  begin(scene: Scene): Promise<void>;
  /** What was lost comes back. */
  end?(scene: Scene): Promise<void>;
  /** The former primary continues without knowing that it was replaced. */
  continues?: boolean;
}

/** Longer than Patroni's ttl. */
const etcd_lost_ms = 30_000;

const events = {
  "primary killed": {
    leader: "standby",
    begin: ({ cluster, primary, standby }) => primary.kill().then(() => cluster.untilLed(standby)),
    end: async ({ primary }) => primary.start(),
  },
  "primary hung": {
    leader: "standby",
    begin: ({ cluster, primary, standby }) => primary.freeze().then(() => cluster.untilLed(standby)),
    end: ({ primary }) => primary.thaw(),
    continues: true,
  },
  "PostgreSQL hung": {
    leader: "standby",
    begin: ({ cluster, primary, standby }) => primary.freezePostgres().then(() => cluster.untilLed(standby)),
    end: ({ primary }) => primary.thaw(),
    continues: true,
  },
  switchover: {
    leader: "standby",
    begin: ({ cluster, primary, standby }) => cluster.switchOver(primary, standby),
  },
  "standby killed": {
    leader: "primary",
    begin: ({ cluster, primary, standby }) => standby.kill().then(() => cluster.untilAlone(primary)),
    end: async ({ standby }) => standby.start(),
  },
  "standby hung": {
    leader: "primary",
    begin: ({ cluster, primary, standby }) => standby.freeze().then(() => cluster.untilAlone(primary)),
    end: ({ standby }) => standby.thaw(),
  },
  "etcd lost": {
    leader: "primary",
    begin: async ({ cluster }) => {
      for (const machine of cluster.machines) await machine.killEtcd();
      await sleep(etcd_lost_ms);
    },
    end: async ({ cluster }) => {
      for (const machine of cluster.machines) machine.startEtcd();
    },
  },
} satisfies Record<string, Event>;

export type EventKind = keyof typeof events;
export const eventKinds = Object.keys(events) as readonly EventKind[];

const pauses = { before_ms: 3000, after_ms: 2000, answers_ms_max: 6000 };
const purchase_ms_max = 60_000;
const lanes = 4;

interface FailoverOptions extends Watching {
  programs: Programs;
  kinds: readonly EventKind[];
  seed: number;
}

export async function playFailovers(options: FailoverOptions): Promise<Played> {
  const cluster = await PatroniCluster.open(options.programs);
  const apps: App[] = [];
  let [leader] = cluster.machines;
  const stage: Stage = { apps, use: (work) => cluster.use(leader, work) };
  async function* rounds(): AsyncGenerator<RoundReport> {
    const sessionSecret = randomBytes(32).toString("hex");
    await startApps(apps, { databaseUrl: await migrateCluster(cluster), sessionSecret });
    const packageId = await openShop(cluster.superuserUrl, apps[0]?.url ?? "");
    const scenario = await Scenario.open(stage, { packageId, seed: options.seed });
    for (const kind of options.kinds) {
      const standby = cluster.machines.slice(0, 2).find((machine) => machine !== leader) as Machine;
      const scene: Scene = { cluster, primary: leader, standby };
      const lead = () => (leader = scene[events[kind].leader]);
      yield await playEvent(scenario, apps, scene, kind, lead);
    }
  }
  const trial = {
    rounds: rounds(),
    findings: () => stage.use(verifyFindings),
    async close() {
      for (const app of apps) await app.close();
      await cluster.close();
    },
  };
  return playTrial(trial, options);
}

/** @param lead says which machine leads from now on */
async function playEvent(
  scenario: Scenario,
  apps: readonly App[],
  scene: Scene,
  kind: EventKind,
  lead: () => void,
): Promise<RoundReport> {
  const event: Event = events[kind];
  const { cluster, primary } = scene;
  const intruder = event.continues ? await Intruder.open(cluster.urlOf(primary)) : undefined;
  let began_ms = 0;
  return scenario.play({
    ...pauses,
    name: kind,
    async act() {
      began_ms = performance.now();
      await event.begin(scene);
      lead();
      await Promise.all(apps.map((app) => requirePurchase(scenario, app, performance.now())));
      const ended_ms = performance.now();
      intruder?.start();
      await event.end?.(scene);
      await cluster.untilWhole(scene[event.leader]);
      return { times: { "whole again": performance.now() - ended_ms } };
    },
    async look() {
      const intrusions = await intruder?.stop((text) =>
        scenario.stage.use(async (client) => (await client.query(text)).rowCount ?? 0),
      );
      const { times, notes } = pausesOf(scenario.sender, apps, began_ms);
      const failures = [...(intrusions ?? []), ...(await repeatAll(scenario, apps))];
      const writes = intruder ? [`writes to the former primary: ${intruder.summary}`] : [];
      return { times, notes: [...notes, ...writes], failures };
    },
  });
}

/** Sales must go on through each process. */
async function requirePurchase(scenario: Scenario, app: App, since_ms: number): Promise<void> {
  if ((await scenario.untilPurchase(app, since_ms, purchase_ms_max)) !== undefined) return;
  throw new Error(
    `${app.name} acknowledged no purchase for ${purchase_ms_max} ms: ${app.output.slice(-1500)}`,
  );
}

/** The longest time without a purchase, and its end after the event, of the slower process; and what clients were answered. */
function pausesOf(
  sender: Sender,
  apps: readonly App[],
  since_ms: number,
): Required<Omit<Happened, "failures">> {
  const longest = apps.map((app) => {
    const times_ms = sender.purchaseTimes_ms(app).filter((time) => time >= since_ms);
    const pauses = times_ms
      .toSorted((a, b) => a - b)
      .map((time, index, all) => ({
        lasts_ms: time - (all[index - 1] ?? since_ms),
        until_ms: time - since_ms,
      }));
    return pauses.reduce((longest, pause) => (pause.lasts_ms > longest.lasts_ms ? pause : longest));
  });
  const answers = [...sender.statuses]
    .toSorted(([one], [other]) => one - other)
    .map(([status, count]) => `${status === 0 ? "none" : status} ×${count}`);
  return {
    times: {
      purchase: Math.max(...longest.map(({ until_ms }) => until_ms)),
      "longest pause": Math.max(...longest.map(({ lasts_ms }) => lasts_ms)),
    },
    notes: [`answers: ${answers.join(", ")}; load ${loadavg()[0]?.toFixed(1)}`],
  };
}

/** Asks every acknowledged command again under its key. @returns different answers, and whether anything was written */
async function repeatAll({ sender, stage }: Scenario, apps: readonly App[]): Promise<string[]> {
  const last = () =>
    stage.use(async (client) => {
      const { rows } = await client.query<{ last: number }>(
        "select max(position)::int as last from ledger.event",
      );
      return rows[0]?.last ?? 0;
    });
  const before = await last();
  const failures: string[] = [];
  const acknowledged = sender.commands.filter(({ outcome }) => outcome === "acknowledged");
  await inLanes(lanes, acknowledged, async (sent, lane) => {
    const difference = await sender.repeat(apps[lane % apps.length] as App, sent);
    if (difference !== undefined) failures.push(`answered differently: ${difference}`);
  });
  const after = await last();
  if (after !== before)
    failures.push(`doubled: commands that were sent again wrote up to ${after}, after ${before}`);
  return failures;
}

/** As an owner does it, with the command line. @returns the address for the processes of the shop */
async function migrateCluster(cluster: PatroniCluster): Promise<string> {
  const folder = join(cluster.folder, "logins");
  const script = join(import.meta.dirname, "../../tools/migrate.ts");
  await promisify(execFile)(process.execPath, [script, "--logins-folder", folder], {
    env: { ...process.env, DATABASE_URL: cluster.ownerUrl, SESSION_SECRET: randomBytes(32).toString("hex") },
  });
  return (await readFile(join(folder, "database-url"), "utf8")).trim();
}
