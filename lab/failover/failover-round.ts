/** One round: something happens to a machine under load, it comes back, and then the books are checked. */
import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "../storm/apps.ts";
import type { LedgerCheck } from "../storm/check-ledger.ts";
import type { Load } from "../storm/load.ts";
import type { Sender, SentCommand } from "../storm/sender.ts";
import type { PatroniCluster } from "./patroni-cluster.ts";
import { Intruder } from "./intruder.ts";
import type { Machine } from "./machine.ts";

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

export interface FailoverSeason {
  cluster: PatroniCluster;
  apps: readonly App[];
  sender: Sender;
  load: Load;
  ledger: LedgerCheck;
}

export interface FailoverRound {
  kind: EventKind;
  acknowledged: number;
  /** From the event to the first purchase after the longest pause, of the slower process. */
  purchase_ms: number;
  /** The longest time without an acknowledged purchase. */
  pause_ms: number;
  /** From the start of the machine until it was a synchronous standby again. */
  rejoin_ms: number;
  /** How often each status came during the round. */
  answers: string;
  /** What a former primary answered to writes after it had hung. */
  intrusion: string;
  failures: string[];
}

const before_ms = 3000;
const after_ms = 2000;
const purchase_ms_max = 60_000;
const answers_ms_max = 6000;
const poll_ms = 20;
const lanes = 4;

/** @param primary the machine that leads. @returns the round, and the machine that leads after it */
export async function playFailoverRound(
  season: FailoverSeason,
  kind: EventKind,
  primary: Machine,
): Promise<{ round: FailoverRound; leader: Machine }> {
  const { cluster, apps, sender, load } = season;
  const standby = cluster.machines.slice(0, 2).find((machine) => machine !== primary) as Machine;
  const scene: Scene = { cluster, primary, standby };
  const event: Event = events[kind];
  const leader = scene[event.leader];
  const intruder = event.continues ? await Intruder.open(cluster.urlOf(primary)) : undefined;
  sender.beginRound();
  load.start();
  let timing: Timing;
  const failures: string[] = [];
  try {
    await sleep(before_ms);
    timing = await undergo(season, scene, event, intruder);
    await sleep(after_ms);
  } finally {
    await load.stop(answers_ms_max);
  }
  if (intruder)
    failures.push(
      ...(await intruder.stop((text) =>
        cluster.use(leader, async (client) => (await client.query(text)).rowCount ?? 0),
      )),
    );
  const pauses = apps.map((app) => longestPause(sender.commands, app, timing.began_ms));
  failures.push(...(await faultsOf(season, leader)));
  return {
    leader,
    round: {
      kind,
      acknowledged: acknowledgedOf(sender.commands).length,
      purchase_ms: Math.max(...pauses.map(({ until_ms }) => until_ms)),
      pause_ms: Math.max(...pauses.map(({ lasts_ms }) => lasts_ms)),
      rejoin_ms: timing.rejoin_ms,
      answers: answersOf(sender.statuses),
      intrusion: intruder?.summary ?? "",
      failures,
    },
  };
}

interface Timing {
  began_ms: number;
  rejoin_ms: number;
}

/** The event, sales again through each process, and the machine's return, all under load. */
async function undergo(
  { cluster, apps, sender }: FailoverSeason,
  scene: Scene,
  event: Event,
  intruder: Intruder | undefined,
): Promise<Timing> {
  const began_ms = performance.now();
  await event.begin(scene);
  const since_ms = performance.now();
  await Promise.all(apps.map((app) => untilPurchase(sender, app, since_ms)));
  const ended_ms = performance.now();
  intruder?.start();
  await event.end?.(scene);
  await cluster.untilWhole(scene[event.leader]);
  return { began_ms, rejoin_ms: performance.now() - ended_ms };
}

/** Waits for a purchase that was sent after that time. */
async function untilPurchase(sender: Sender, app: App, since_ms: number): Promise<void> {
  for (const end_ms = performance.now() + purchase_ms_max; performance.now() < end_ms; await sleep(poll_ms)) {
    const isBought = purchasesOf(sender.commands, app).some(({ sent_ms }) => sent_ms > since_ms);
    if (isBought) return;
  }
  throw new Error(
    `${app.name} acknowledged no purchase for ${purchase_ms_max} ms: ${app.output.slice(-1500)}`,
  );
}

/** The longest time without a purchase from that moment on, and its end after that moment. */
function longestPause(
  commands: readonly SentCommand[],
  app: App,
  since_ms: number,
): { lasts_ms: number; until_ms: number } {
  const times_ms = purchasesOf(commands, app)
    .map(({ answered_ms = 0 }) => answered_ms)
    .filter((time) => time >= since_ms)
    .toSorted((a, b) => a - b);
  const pauses = times_ms.map((time, index) => ({
    lasts_ms: time - (times_ms[index - 1] ?? since_ms),
    until_ms: time - since_ms,
  }));
  return pauses.reduce((longest, pause) => (pause.lasts_ms > longest.lasts_ms ? pause : longest));
}

async function faultsOf(
  { cluster, apps, sender, ledger }: FailoverSeason,
  leader: Machine,
): Promise<string[]> {
  const check = () => cluster.use(leader, (client) => ledger.checkRound(client, sender.commands));
  const { lost, doubled, broken } = await check();
  const changed = await repeatAll(sender, apps);
  const again = await cluster.use(leader, async (client) => {
    const { rows } = await client.query<{ last: number }>(
      "select max(position)::int as last from ledger.event",
    );
    return rows[0]?.last ?? 0;
  });
  return [
    ...lost.map((what) => `lost: ${what}`),
    ...doubled.map((what) => `doubled: ${what}`),
    ...broken.map((what) => `broken: ${what}`),
    ...changed.map((what) => `answered differently: ${what}`),
    ...(again === ledger.position
      ? []
      : [`commands that were sent again wrote up to ${again}, after ${ledger.position}`]),
    ...sender.wrongAnswers.map((what) => `wrong answer: ${JSON.stringify(what)}`),
    ...apps.flatMap((app) => app.crashes.splice(0)),
  ];
}

/** Asks every acknowledged command again under its key. */
async function repeatAll(sender: Sender, apps: readonly App[]): Promise<string[]> {
  const left = acknowledgedOf(sender.commands).values();
  const differences: string[] = [];
  const lane = async (_: unknown, index: number) => {
    for (const sent of left) {
      const difference = await sender.repeat(apps[index % apps.length] as App, sent);
      if (difference !== undefined) differences.push(difference);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return differences;
}

function answersOf(statuses: ReadonlyMap<number, number>): string {
  return [...statuses]
    .toSorted(([one], [other]) => one - other)
    .map(([status, count]) => `${status === 0 ? "none" : status} ×${count}`)
    .join(", ");
}

function acknowledgedOf(commands: readonly SentCommand[]): SentCommand[] {
  return commands.filter(({ outcome }) => outcome === "acknowledged");
}

function purchasesOf(commands: readonly SentCommand[], { name }: App): SentCommand[] {
  return acknowledgedOf(commands).filter(
    ({ app, effect }) => app === name && effect?.type === "order_placed",
  );
}
