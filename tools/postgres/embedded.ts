import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Binaries, findBinaries } from "./binaries.ts";
import { type DataFolder, openDataFolder, prepareCluster, prepareLogFile } from "./data-folder.ts";
import { freePort, isFree } from "./free-port.ts";
import { lockDataFolder } from "./owner-lock.ts";
import { settledPostmaster } from "./postmaster.ts";
import { runProgram } from "./run-as.ts";
import { type Profile, storedPort, writeSettings } from "./settings.ts";
import { dataFolderName, explainFailure, StartError } from "./start-error.ts";

export type EmbeddedOptions = { dataDir: string; log: (line: string) => void; profile?: Profile };

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
  const password = await prepareCluster(folder, binaries);
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
