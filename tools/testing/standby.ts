/**
 * A real primary with a real synchronous standby, for failover tests. Both run the embedded binaries, each in its own
 * folder and on its own port.
 *
 *   const pair = await startPair();
 *   … use pair.url("postgres", "read-write") …
 *   await pair.primary.freeze();   // hangs like a machine that swaps: the kernel still accepts connections
 *   await pair.standby.promote();
 *   await pair.stop();
 */
import { appendFile, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { withDatabase } from "#ledger/connect/database-url.ts";
import { startEmbeddedPostgres } from "../postgres/embedded.ts";
import { settledPostmaster } from "../postgres/postmaster.ts";
import { whoRunsPostgres } from "../postgres/run-as.ts";
import { errorCode } from "../postgres/start-error.ts";
import { startThrowawayPostgres, throwawayFolder } from "../postgres/throwaway.ts";
import { copyRunningCluster } from "./base-backup.ts";

export interface PairedServer {
  /** Connects as the superuser to the database `postgres`, on this server only. */
  url: string;
  port: number;
  /** Stops all its processes (SIGSTOP): connections stay open, and nothing answers. */
  freeze(): Promise<void>;
  /** Continues the stopped processes. */
  thaw(): Promise<void>;
  /** Ends at once, as in a power cut, even if it is frozen. A second call does nothing. */
  stop(): Promise<void>;
}

export interface Standby extends PairedServer {
  /** Makes it the primary. It does not wait for a standby. */
  promote(): Promise<void>;
}

export interface Pair {
  primary: PairedServer;
  standby: Standby;
  /** A libpq address with both hosts, the primary first. */
  url(database: string, targetSessionAttrs?: string): string;
  stop(): Promise<void>;
}

const standby_name = "standby";
const settle_ms = 30_000;

/** The primary confirms a commit only after the standby has it on disk. */
export async function startPair(): Promise<Pair> {
  const server = await startThrowawayPostgres(() => {});
  const primary = pairedServer(server.url, server.port, await clusterOf(server.url), () => server.stop(true));
  try {
    const standby = await startStandby(primary.url);
    return {
      primary,
      standby,
      url(database, attributes = "read-write") {
        const first = withDatabase(primary.url, database);
        const both = first.replace(`:${primary.port}/`, `:${primary.port},127.0.0.1:${standby.port}/`);
        return `${both}?target_session_attrs=${attributes}`;
      },
      stop: async () => void (await Promise.all([standby.stop(), primary.stop()])),
    };
  } catch (error) {
    await primary.stop();
    throw error;
  }
}

/** @param primaryUrl the superuser's address of a server on this machine. This process must be able to read its data folder. */
export async function startStandby(primaryUrl: string): Promise<Standby> {
  const { dataDir, remove } = await throwawayFolder();
  try {
    await cloneInto(dataDir, primaryUrl);
    const server = await startEmbeddedPostgres({ dataDir, log: () => {}, profile: "throwaway" });
    await makeSynchronous(primaryUrl);
    const cluster = join(dataDir, "postgres");
    return {
      ...pairedServer(server.url, server.port, cluster, () => server.stop(true).finally(remove)),
      promote: () => promote(server.url),
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Makes the data folder of a server that follows that primary. */
export async function cloneInto(dataDir: string, primaryUrl: string): Promise<void> {
  const { hostname, port, username, password } = new URL(primaryUrl);
  const cluster = join(dataDir, "postgres");
  await onServer(primaryUrl, async (client) => {
    // The slot keeps what the standby has not fetched yet. A second standby would need a slot with another name.
    await client.query("select pg_create_physical_replication_slot($1, true)", [standby_name]);
    await copyRunningCluster(client, cluster, whoRunsPostgres());
  });
  const from = `host=${hostname} port=${port} user=${username} password=${password} application_name=${standby_name}`;
  await appendFile(
    join(cluster, "postgresql.auto.conf"),
    `primary_conninfo = '${from}'\nprimary_slot_name = '${standby_name}'\n`,
  );
  await writeFile(join(cluster, "standby.signal"), "");
  await writeFile(join(dataDir, "postgres-password"), decodeURIComponent(password), { mode: 0o600 });
}

/** Makes the primary confirm a commit only after its standby has it. */
export async function makeSynchronous(primaryUrl: string): Promise<void> {
  await onServer(primaryUrl, async (client) => {
    await client.query(`alter system set synchronous_standby_names = '${standby_name}'`);
    await client.query("select pg_reload_conf()");
    const text = "select from pg_stat_replication where sync_state = 'sync'";
    await until(
      async () => (await client.query(text)).rowCount === 1,
      "the standby did not become synchronous",
    );
  });
}

/** Promotes a standby to primary. */
export async function promote(url: string): Promise<void> {
  await onServer(url, async (client) => {
    const { rows } = await client.query<{ done: boolean }>("select pg_promote(true, 30) as done");
    if (!rows[0]?.done) throw new Error("the standby was not promoted");
  });
}

function pairedServer(url: string, port: number, cluster: string, end: () => Promise<void>): PairedServer {
  const thaw = () => signalAll(cluster, "SIGCONT");
  let stopped: Promise<void> | undefined;
  return {
    url,
    port,
    freeze: () => signalAll(cluster, "SIGSTOP"),
    thaw,
    // A stopped process only reacts to a shutdown signal after it continues.
    stop: () => (stopped ??= thaw().then(end)),
  };
}

/** Signals all processes of a server, the postmaster first so that it starts no new ones. */
export async function signalAll(cluster: string, signal: NodeJS.Signals): Promise<void> {
  const postmaster = await settledPostmaster(cluster, settle_ms);
  if (!postmaster) return;
  signalOne(postmaster.pid, signal);
  for (const pid of await childrenOf(postmaster.pid)) signalOne(pid, signal);
}

/** A connection's process may have ended since it was found. */
function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (errorCode(error) !== "ESRCH") throw error;
  }
}

/** Only Linux has /proc to find them. */
export async function childrenOf(parent: number): Promise<number[]> {
  const children: number[] = [];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const text = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    // The parent is field 4, after the name in brackets and the state.
    if (Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[1]) === parent) children.push(Number(name));
  }
  return children;
}

async function clusterOf(url: string): Promise<string> {
  return onServer(url, async (client) => {
    const { rows } = await client.query<{ folder: string }>(
      "select current_setting('data_directory') as folder",
    );
    return rows[0]?.folder ?? "";
  });
}

async function until(isDone: () => Promise<boolean>, complaint: string): Promise<void> {
  for (const deadline = Date.now() + settle_ms; Date.now() < deadline; await sleep(20))
    if (await isDone()) return;
  throw new Error(complaint);
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
