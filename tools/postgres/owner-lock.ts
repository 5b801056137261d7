import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { errorCode, StartError } from "./start-error.ts";
import { settledPostmaster } from "./postmaster.ts";

/** Allows only one Cedibook per data folder. Without the lock, a second one would adopt the database of the first, and stop
 *  it when it ends. The lock names the process and its start time, because process ids are reused. Returns a function
 *  that releases the lock. */
export async function lockDataFolder(dataDir: string): Promise<() => Promise<void>> {
  const file = join(dataDir, lockFile);
  const mine = `${process.pid} ${await startedAt(process.pid)}`;
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      await writeFile(file, mine, { flag: "wx" });
      return () => rm(file, { force: true });
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
    }
    const pid = await ownerOf(dataDir);
    if (pid !== undefined) {
      throw new StartError(
        `Cedibook already runs on the data folder ${dataDir} (process ${pid}): stop it first.`,
      );
    }
    await rm(file, { force: true });
  }
  throw new StartError(`Another Cedibook is starting on the data folder ${dataDir} at this moment.`);
}

/** The process that has locked the folder, if it still runs. */
export async function ownerOf(dataDir: string): Promise<number | undefined> {
  const text = await readFile(join(dataDir, lockFile), "utf8").catch(() => "");
  const [pid = "", began = ""] = text.split(" ");
  return (await isRunning(Number(pid), began)) ? Number(pid) : undefined;
}

const lockFile = "cedibook.pid";

async function isRunning(pid: number, began: string): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  if (process.platform === "linux") return began !== "" && (await startedAt(pid)) === began;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

/** Field 22 of /proc/<pid>/stat, in clock ticks since boot; empty for a zombie, or if there is no /proc. */
async function startedAt(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return fields[0] === "Z" ? "" : (fields[19] ?? "");
}

/** The URL of the embedded PostgreSQL that another Cedibook runs on this folder, as the superuser. The other Cedibook stops
 *  it. undefined if there is none, or only a server whose Cedibook was killed: a start takes that one over. */
export async function runningPostgres(dataDir: string): Promise<string | undefined> {
  if ((await ownerOf(dataDir)) === undefined) return undefined;
  const server = await settledPostmaster(join(dataDir, "postgres"), settle_ms);
  const password = await readFile(join(dataDir, "postgres-password"), "utf8").catch(() => "");
  if (server === undefined || password === "") return undefined;
  return `postgres://postgres:${password.trim()}@127.0.0.1:${server.port}/postgres`;
}

const settle_ms = 30_000;
