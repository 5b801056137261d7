import { randomBytes } from "node:crypto";
import { chmod, chown, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Binaries, bundledMajor } from "./binaries.ts";
import { type RunAs, runProgram, whoRunsPostgres } from "./run-as.ts";
import { StartError } from "./start-error.ts";

/** The data folder contains everything of the embedded database: postgres/ (the cluster), postgres-password (mode 0600)
 *  and postgres.log. */
export type DataFolder = {
  dataDir: string;
  cluster: string;
  passwordFile: string;
  logFile: string;
  runAs: RunAs;
};

export async function openDataFolder(dataDir: string): Promise<DataFolder> {
  await mkdir(dataDir, { recursive: true });
  const cluster = join(dataDir, "postgres");
  const owner = await stat(cluster).catch(() => undefined);
  const runAs = whoRunsPostgres(owner);
  if (process.getuid !== undefined && process.getuid() !== 0 && owner && owner.uid !== process.getuid()) {
    throw new StartError(`The data folder ${dataDir} belongs to another user: choose another with DATA_DIR.`);
  }
  if (runAs !== undefined) await requireReachable(dataDir, runAs);
  await requireMajor(dataDir, cluster);
  const folder = { dataDir, cluster, runAs };
  return {
    ...folder,
    passwordFile: join(dataDir, "postgres-password"),
    logFile: join(dataDir, "postgres.log"),
  };
}

/** How a login proves its password. With "password" it is sent as it is: for throwaway servers on loopback, because that
 *  saves 2 ms of CPU for each connection. */
type PasswordCheck = "scram-sha-256" | "password";

/** Makes the cluster if there is none, and returns its password. The cluster is made in another folder and then renamed, so
 *  a first start that was killed leaves nothing that looks like a cluster. */
export async function prepareCluster(
  folder: DataFolder,
  binaries: Binaries,
  check: PasswordCheck,
): Promise<string> {
  if (await exists(join(folder.cluster, "PG_VERSION"))) return readPassword(folder);
  const unfinished = `${folder.cluster}.making`;
  await rm(unfinished, { recursive: true, force: true });
  await rm(folder.passwordFile, { force: true });
  const password = randomBytes(24).toString("base64url");
  await writeFile(folder.passwordFile, password, { mode: 0o600 });
  await mkdir(unfinished, { mode: 0o700 });
  await giveTo(folder.runAs, folder.passwordFile, unfinished);
  await initialise({ ...folder, cluster: unfinished }, binaries, check);
  await rename(unfinished, folder.cluster);
  return password;
}

/** Creates the log file, because the server's user may not create files in this folder. Returns its length in bytes. */
export async function prepareLogFile(folder: DataFolder): Promise<number> {
  const size = (await stat(folder.logFile).catch(() => undefined))?.size ?? 0;
  await writeFile(folder.logFile, "", { mode: 0o600, flag: size > logBytesMax ? "w" : "a" });
  await giveTo(folder.runAs, folder.logFile);
  return size > logBytesMax ? 0 : size;
}

const logBytesMax = 10 * 1024 * 1024;

async function giveTo(runAs: RunAs, ...paths: string[]): Promise<void> {
  if (runAs === undefined) return;
  for (const path of paths) await chown(path, runAs.uid, runAs.gid);
}

async function initialise(folder: DataFolder, binaries: Binaries, check: PasswordCheck): Promise<void> {
  const args = ["-D", folder.cluster, "--username=postgres", `--pwfile=${folder.passwordFile}`];
  // The builtin provider sorts by code point on every machine, so no index breaks when the system's ICU or libc changes.
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const result = await runProgram(binaries.initdb, [...args, ...locale, `--auth=${check}`], folder.runAs);
  if (result.code !== 0) throw new Error(`initdb failed: ${result.output.slice(-2000)}`);
}

async function readPassword(folder: DataFolder): Promise<string> {
  const password = await readFile(folder.passwordFile, "utf8").catch(() => "");
  if (password !== "") return password.trim();
  throw new StartError(`The database's password file ${folder.passwordFile} is missing or can't be read.`);
}

async function requireMajor(dataDir: string, cluster: string): Promise<void> {
  const found = await readFile(join(cluster, "PG_VERSION"), "utf8").catch(() => undefined);
  if (found === undefined || found.trim() === bundledMajor()) return;
  throw new StartError(
    `The data folder ${dataDir} was made by PostgreSQL ${found.trim()}, but this is PostgreSQL ${bundledMajor()}: ` +
      "choose another with DATA_DIR, or start the Cedibook that made it and move its log with ledger export and import.",
  );
}

/** If root made the folder, PostgreSQL's user needs the `x` permission on it and on every parent folder. */
async function requireReachable(dataDir: string, runAs: { uid: number; gid: number }): Promise<void> {
  for (let folder = dataDir; ; folder = dirname(folder)) {
    const { mode, uid, gid } = await stat(folder);
    const bit = uid === runAs.uid ? 0o100 : gid === runAs.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0 && folder === dataDir && uid === 0) await chmod(folder, mode | 0o001);
    else if ((mode & bit) === 0) {
      throw new StartError(
        `PostgreSQL does not run as root, and ${folder} is closed to the user it runs as instead: ` +
          "choose another data folder with DATA_DIR.",
      );
    }
    if (folder === dirname(folder)) return;
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
