import { access, chmod, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded.ts";
import { ownerOf } from "./owner-lock.ts";
import { quitPostmaster } from "./postmaster.ts";
import { unmountSmallDisk } from "./small-disk.ts";

const prefix = "cedibook-test-";

/** A PostgreSQL on a new folder, which stop() removes. Removes the folders of earlier runs that were killed. */
export async function startThrowawayPostgres(log: (line: string) => void): Promise<EmbeddedPostgres> {
  const { dataDir, remove } = await throwawayFolder();
  try {
    const server = await startEmbeddedPostgres({ dataDir, log, profile: "throwaway" });
    return { ...server, stop: async (atOnce) => server.stop(atOnce).finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** An empty data folder that PostgreSQL's user can enter. */
export async function throwawayFolder(): Promise<{ dataDir: string; remove: () => Promise<void> }> {
  const parent = await removeLeftovers();
  const dataDir = await mkdtemp(join(parent, prefix));
  // As root, PostgreSQL runs as another user, who could not enter mkdtemp's folder. The password file has its own mode.
  await chmod(dataDir, 0o755);
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

/** As root, PostgreSQL runs as another user, who may not be able to enter TMPDIR, for example in a home folder. */
async function reachableTemp(): Promise<string> {
  if (process.getuid?.() !== 0) return tmpdir();
  for (let folder = tmpdir(); ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return "/var/tmp";
    if (folder === dirname(folder)) return tmpdir();
  }
}

/** Ends the servers and removes the folders of runs that were killed. @returns the folder that they were in */
export async function removeLeftovers(): Promise<string> {
  const parent = await reachableTemp();
  for (const name of await readdir(parent)) {
    const dataDir = join(parent, name);
    if (!name.startsWith(prefix) || !(await isLeftover(dataDir))) continue;
    await quitPostmaster(join(dataDir, "postgres"));
    await unmountSmallDisk(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  }
  return parent;
}

async function isLeftover(dataDir: string): Promise<boolean> {
  const found = await stat(dataDir).catch(() => undefined);
  const uid = process.getuid?.();
  if (found === undefined || (uid !== undefined && uid !== 0 && found.uid !== uid)) return false;
  const locked = await access(join(dataDir, "cedibook.pid")).then(
    () => true,
    () => false,
  );
  if (locked) return (await ownerOf(dataDir)) === undefined;
  // Another run may have made it just now and not locked it yet. Date is ahead in tests, and would call it old.
  return performance.timeOrigin + performance.now() - found.mtimeMs > 60_000;
}
