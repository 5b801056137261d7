/** The failover tests: a cluster from deploy/ha, two processes of the shop, and one event of a machine after the other. */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { abortOf } from "../storm/abort.ts";
import { App } from "../storm/apps.ts";
import { LedgerCheck } from "../storm/check-ledger.ts";
import { apps_count, untilReady } from "../storm/deployment.ts";
import { Load } from "../storm/load.ts";
import { openShop, registerParticipants } from "../storm/participants.ts";
import { Sender } from "../storm/sender.ts";
import { PatroniCluster } from "./patroni-cluster.ts";
import type { Programs } from "./programs.ts";
import { type EventKind, type FailoverRound, playFailoverRound } from "./failover-round.ts";

export interface FailoverOptions {
  programs: Programs;
  kinds: readonly EventKind[];
  seed: number;
  onRound: (round: FailoverRound) => void;
}

const customers_count = 4;
const ready_ms_max = 30_000;

/**
 * @param signal can end it during a round; everything is still cleaned up
 * @returns the findings of a verification of the whole log after the last round
 * @throws the signal's reason
 */
export async function playFailovers(options: FailoverOptions, signal: AbortSignal): Promise<string[]> {
  const cluster = await PatroniCluster.open(options.programs);
  const apps: App[] = [];
  try {
    return await Promise.race([playRounds(cluster, apps, options), abortOf(signal)]);
  } finally {
    for (const app of apps) await app.close();
    await cluster.close();
  }
}

async function playRounds(
  cluster: PatroniCluster,
  apps: App[],
  { kinds, seed, onRound }: FailoverOptions,
): Promise<string[]> {
  const databaseUrl = await migrateCluster(cluster);
  const sessionSecret = randomBytes(32).toString("hex");
  for (let number = 1; number <= apps_count; number += 1)
    apps.push(await App.start(`app ${number}`, { databaseUrl, sessionSecret }));
  for (const app of apps)
    if ((await untilReady(app, performance.now() + ready_ms_max)) === undefined)
      throw new Error(`${app.name} was not ready: ${app.output}`);
  const base = apps[0]?.url ?? "";
  const packageId = await openShop(cluster.superuserUrl, base);
  const participants = await registerParticipants(base, customers_count, 1);
  const sender = new Sender(apps);
  const load = new Load(sender, participants, packageId, seed);
  const ledger = new LedgerCheck();
  let [leader] = cluster.machines;
  for (const kind of kinds) {
    const played = await playFailoverRound({ cluster, apps, sender, load, ledger }, kind, leader);
    leader = played.leader;
    onRound(played.round);
  }
  return await cluster.use(leader, (client) => ledger.checkWholeLog(client));
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
