import { access, chmod, mkdtemp, readdir, rm, stat, statfs } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded.ts";
import { ownerOf } from "./owner-lock.ts";
import { quitPostmaster } from "./postmaster.ts";
import { unmountSmallDisk } from "./small-disk.ts";

const prefix = "cedibook-test-";

/** A tmpfs on every Linux. */
const memory = "/dev/shm";
const tmpfs_magic = 0x01021994;
/** Far more than all tests together ever use, so that a machine with little memory is left alone. */
const memory_bytes_min = 8 * 2 ** 30;

/** A PostgreSQL on a new folder, which stop() removes. Removes the folders of earlier runs that were killed.
 *  @param place `memory`: not on disk, unless the machine has little memory */
export async function startThrowawayPostgres(
  log: (line: string) => void,
  place: "disk" | "memory" = "disk",
): Promise<EmbeddedPostgres> {
  const { dataDir, remove } = await throwawayFolder(place);
  try {
    const server = await startEmbeddedPostgres({ dataDir, log, profile: "throwaway" });
    return { ...server, stop: async (atOnce) => server.stop(atOnce).finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** An empty data folder that PostgreSQL's user can enter. */
export async function throwawayFolder(
  place: "disk" | "memory" = "disk",
): Promise<{ dataDir: string; remove: () => Promise<void> }> {
  await removeLeftovers();
  const parent = place === "memory" && (await hasMemory()) ? memory : await reachableTemp();
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

/** Somebody who sets TMPDIR wants everything there. */
async function hasMemory(): Promise<boolean> {
  if (process.env["TMPDIR"] !== undefined || freemem() < memory_bytes_min) return false;
  const found = await statfs(memory).catch(() => undefined);
  return found?.type === tmpfs_magic && found.bsize * found.bavail >= memory_bytes_min;
}

/** Ends the servers and removes the folders of runs that were killed. */
export async function removeLeftovers(): Promise<void> {
  for (const parent of [await reachableTemp(), memory]) {
    for (const name of await readdir(parent).catch(() => [])) {
      const dataDir = join(parent, name);
      if (!name.startsWith(prefix) || !(await isLeftover(dataDir))) continue;
      await quitPostmaster(join(dataDir, "postgres"));
      await unmountSmallDisk(dataDir);
      await rm(dataDir, { recursive: true, force: true });
    }
  }
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
