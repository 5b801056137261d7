import { appendFile, readFile, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Binaries, findBinaries } from "./binaries.ts";
import { type DataFolder, openDataFolder, prepareCluster, prepareLogFile } from "./data-folder.ts";
import { freePort, isFree } from "./ports.ts";
import { lockDataFolder } from "./owner-lock.ts";
import { settledPostmaster } from "./postmaster.ts";
import { runProgram } from "./run-as.ts";
import { dataFolderName, explainFailure, StartError } from "./start-error.ts";
import { totalmem } from "node:os";

type EmbeddedOptions = { dataDir: string; log: (line: string) => void; profile?: Profile };

export type EmbeddedPostgres = {
  /** As the superuser, on the database `postgres`. */
  url: string;
  port: number;
  /** True if the server was left running by a process that was killed. */
  adopted: boolean;
  /** The error of a broken connection says little. Returns the reason from the server's log if it has one (a full disk). */
  explain(error: unknown): Promise<unknown>;
  /** `atOnce`: without a last checkpoint, after a failure. The next start replays what was committed from its log. */
  stop(atOnce?: boolean): Promise<void>;
};

/** Starts a real PostgreSQL from node_modules on the data folder. @throws StartError for errors that the user can fix */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  try {
    const folder = await openDataFolder(dataDir);
    const release = await lockDataFolder(dataDir);
    return await startLocked(folder, release, options).catch(async (error: unknown) => {
      await release();
      throw error;
    });
  } catch (error) {
    throw explainFailure(error, dataFolderName(dataDir));
  }
}

const settle_ms = 60_000;

async function startLocked(
  folder: DataFolder,
  release: () => Promise<void>,
  { log, profile = "durable" }: EmbeddedOptions,
): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries(folder.runAs);
  const running = await settledPostmaster(folder.cluster, settle_ms);
  const check = profile === "throwaway" ? "password" : "scram-sha-256";
  const password = await prepareCluster(folder, binaries, check);
  const logBytesBefore = await prepareLogFile(folder);
  const port = running?.port ?? (await startServer(folder, binaries, profile));
  log(
    running ? `Taking over the database that was left running (port ${port}).` : `Database on port ${port}.`,
  );
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    port,
    adopted: running !== undefined,
    async explain(error) {
      const explained = explainFailure(error, dataFolderName(folder.dataDir));
      if (explained !== error) return explained;
      const lastLines = await readLogFrom(folder, logBytesBefore);
      if (/No space left on device/.test(lastLines))
        return explainFailure(lastLines, dataFolderName(folder.dataDir));
      return (await isGone(folder))
        ? new StartError(
            `The database stopped while the shop was being opened: ${folder.logFile} says why.`,
            {
              cause: error,
            },
          )
        : error;
    },
    async stop(atOnce = false) {
      await stopServer(folder, binaries, atOnce);
      await release();
    },
  };
}

async function startServer(folder: DataFolder, binaries: Binaries, profile: Profile): Promise<number> {
  const stored = await storedPort(folder.cluster);
  let port = stored !== undefined && (await isFree(stored)) ? stored : await freePort();
  for (let attempt = 1; ; attempt++) {
    await writeSettings(folder.cluster, port, profile);
    const failure = await tryStart(folder, binaries);
    if (failure === undefined) return port;
    const portTaken = /Address already in use|could not bind/.test(failure);
    // The backends of a killed server need a moment to notice that it is gone.
    const serverEnding = /is still in use|lock file .* already exists/.test(failure);
    // If the creation of an unlogged table was rolled back just before a crash, recovery finds the table's file and fails.
    // The second attempt removes it. (PostgreSQL removes such a file only at the next checkpoint.)
    const fileLeft = /FATAL: {2}could not create file "[^"]*": File exists/.test(failure);
    if (attempt === 20 || !(portTaken || serverEnding || fileLeft))
      throw new Error(`PostgreSQL did not start: ${failure}`);
    if (portTaken) port = await freePort();
    else await sleep(250);
  }
}

/** Returns undefined once the server is ready, else what it wrote to its log. */
async function tryStart(folder: DataFolder, binaries: Binaries): Promise<string | undefined> {
  const logBytesBefore = (await stat(folder.logFile)).size;
  // pg_ctl starts the server in its own session, so a Ctrl-C in the terminal reaches only the shop, which stops first.
  const args = ["start", "-w", "-t", String(settle_ms / 1000), "-D", folder.cluster, "-l", folder.logFile];
  const result = await runProgram(binaries.pgCtl, args, folder.runAs);
  if (result.code === 0) return undefined;
  return `${result.output}${await readLogFrom(folder, logBytesBefore)}`.slice(-4000);
}

async function readLogFrom(folder: DataFolder, bytes: number): Promise<string> {
  return (await readFile(folder.logFile)).subarray(bytes).toString();
}

/** A server that is recovering from a full disk may hang at a fast stop. Then only an immediate stop ends it. */
async function stopServer(folder: DataFolder, binaries: Binaries, atOnce: boolean): Promise<void> {
  if (!atOnce && (await settledPostmaster(folder.cluster, settle_ms)) === undefined) return;
  let output = "";
  for (const mode of atOnce ? ["immediate"] : ["fast", "immediate"]) {
    const args = ["stop", "-w", "-t", "60", "-D", folder.cluster, "-m", mode];
    const result = await runProgram(binaries.pgCtl, args, folder.runAs);
    if (result.code === 0 || (await isGone(folder))) return;
    output = result.output.trim();
  }
  throw new Error(`the database did not stop: ${output}`);
}

async function isGone(folder: DataFolder): Promise<boolean> {
  return settledPostmaster(folder.cluster, 0).then(
    (found) => found === undefined,
    () => false,
  );
}

/** `throwaway` is for tests, whose data need not survive a power failure. They do survive a kill -9 of the server, because
 *  the operating system has the pages. */
type Profile = "durable" | "throwaway";

const settingsFile = "cedibook.conf";

/** Writes the settings at each start. Settings in postgresql.conf below the include line take precedence. */
async function writeSettings(cluster: string, port: number, profile: Profile): Promise<void> {
  const lines = Object.entries(settings(port, profile)).map(([name, value]) => `${name} = ${value}`);
  await writeFile(join(cluster, settingsFile), `${lines.join("\n")}\n`);
  const main = join(cluster, "postgresql.conf");
  if (!(await readFile(main, "utf8")).includes(settingsFile))
    await appendFile(main, `\ninclude_if_exists '${settingsFile}'\n`);
}

/** The port of the last start. It is used again, so that earlier psql commands still work. */
async function storedPort(cluster: string): Promise<number | undefined> {
  const text = await readFile(join(cluster, settingsFile), "utf8").catch(() => "");
  const port = /^port = (\d+)$/m.exec(text)?.[1];
  return port === undefined ? undefined : Number(port);
}

function settings(port: number, profile: Profile): Record<string, string> {
  const common = {
    port: String(port),
    listen_addresses: "'127.0.0.1'",
    // No sockets: their paths have a length limit, which a deep data folder would exceed.
    unix_socket_directories: "''",
    max_connections: "200",
    synchronous_commit: "on",
    timezone: "'UTC'",
    log_timezone: "'UTC'",
    log_min_messages: "warning",
    // These binaries are built without lz4, and pglz costs more time than it saves on a local disk.
    wal_compression: "off",
  };
  if (profile === "throwaway") {
    return {
      ...common,
      // Each test file uses about twenty connections, and one test file runs on each core.
      max_connections: "500",
      shared_buffers: "128MB",
      fsync: "off",
      full_page_writes: "off",
      max_wal_size: "1GB",
    };
  }
  return {
    ...common,
    shared_buffers: `${sharedBuffers_mib()}MB`,
    fsync: "on",
    max_wal_size: "2GB",
    checkpoint_timeout: "'15min'",
  };
}

/**
 * An eighth of the machine's memory, from 128 MB to 2 GB. Inserts change pages all over a long log's indexes, and each page
 * that no longer fits into the buffers costs a write and another read.
 */
function sharedBuffers_mib(): number {
  return Math.min(2048, Math.max(128, Math.floor(totalmem() / 2 ** 20 / 8)));
}
