/** Copies a running server's data folder, as pg_basebackup does. The embedded PostgreSQL does not include that program. */
import { chown, copyFile, mkdir, readdir, readlink, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { errorCode } from "../postgres/start-error.ts";
import type { RunAs } from "../postgres/run-as.ts";

/** These folders must exist, but their content belongs to the running server. They are copied empty. */
const emptied = new Set([
  "pg_wal",
  "pg_replslot",
  "pg_dynshmem",
  "pg_notify",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
]);
const left_out = new Set(["postmaster.pid", "postmaster.opts", "backup_label"]);

/** @param server a superuser's session on the server. It must stay open, because the backup belongs to the session. */
export async function copyRunningCluster(server: pg.Client, target: string, runAs: RunAs): Promise<void> {
  const { rows } = await server.query<{ folder: string }>(
    "select current_setting('data_directory') as folder",
  );
  await server.query("select pg_backup_start('standby', fast => true)");
  await copyFolder(rows[0]?.folder ?? "", target, runAs);
  const { rows: stopped } = await server.query<{ labelfile: string }>(
    "select labelfile from pg_backup_stop(wait_for_archive => false)",
  );
  const label = join(target, "backup_label");
  await writeFile(label, stopped[0]?.labelfile ?? "", { mode: 0o600 });
  await giveTo(runAs, label);
  // The server looks for the write-ahead log here, and does not start without this folder.
  const status = join(target, "pg_wal", "archive_status");
  await mkdir(status, { mode: 0o700 });
  await giveTo(runAs, status);
}

async function copyFolder(from: string, to: string, runAs: RunAs, isEmptied = false): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  await giveTo(runAs, to);
  if (isEmptied) return;
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (left_out.has(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyFolder(source, target, runAs, emptied.has(entry.name));
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else await copyOne(source, target, runAs);
  }
}

/** The server may remove a file during the copy. The write-ahead log tells the standby about it too. */
async function copyOne(source: string, target: string, runAs: RunAs): Promise<void> {
  try {
    await copyFile(source, target);
    await giveTo(runAs, target);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
}

async function giveTo(runAs: RunAs, path: string): Promise<void> {
  if (runAs !== undefined) await chown(path, runAs.uid, runAs.gid);
}
