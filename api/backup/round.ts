/** One turn of the scheduled backups: a full one if it is due, or the tail of the newest one. */
import { readFile } from "node:fs/promises";
import type pg from "pg";
import { withClient } from "#ledger/connect/connect.ts";
import { type BackupJob, type BackupReport, type ChainEnd, makeFull, makeTail } from "./backup.ts";
import { filesToRemove, type Keep } from "./retention.ts";
import { openStore, type S3Access } from "./store.ts";

export interface BackupSettings {
  /** A folder, or s3://bucket/prefix. */
  target: string;
  /** The public key. */
  recipient: string;
  s3?: S3Access | undefined;
  /** From one full backup to the next. */
  full_ms: number;
  keep: Keep;
  /** Files by name that belong to a backup: the secrets in the data folder of the embedded database. */
  secretFiles: Record<string, string>;
  /** From one tail to the next. */
  tail_ms: number;
}

export type RoundKind = "full" | "tail";

export interface RoundReport {
  /** What was stored: nothing if nothing was due or new. */
  stored?: { name: string; bytes: number; position: number };
  failure?: string;
  /** Since this round, the newest backup is missing or too old. Only one round of one process reports it. */
  alarm?: string;
}

/** Keys of advisory locks: any numbers that nothing else in this database uses. */
const locks: Record<RoundKind, number> = { full: 5_010, tail: 5_011 };

/** Ten tails that failed. */
const alarm_tails = 10;
/** A full backup may be one whole turn late. */
const alarm_fulls = 2;

interface State extends ChainEnd {
  target: string | null;
  base_at: string | null;
}

/** With the API's login. Does nothing while another process has this turn. */
export async function runRound(
  kind: RoundKind,
  databaseUrl: string,
  settings: BackupSettings,
): Promise<RoundReport> {
  return withClient(databaseUrl, `${kind} backup turn`, async (client) => {
    const { rows } = await client.query<{ mine: boolean }>("select pg_try_advisory_lock($1) as mine", [
      locks[kind],
    ]);
    if (!rows[0]!.mine) return {};
    const report = await attempt(kind, client, { databaseUrl, settings });
    const alarm = await noteAlarm(client, settings, { kind, failure: report.failure });
    return alarm === undefined ? report : { ...report, alarm };
  });
}

async function attempt(
  kind: RoundKind,
  client: pg.Client,
  { databaseUrl, settings }: { databaseUrl: string; settings: BackupSettings },
): Promise<RoundReport> {
  try {
    const store = openStore(settings.target, settings.s3);
    const job = {
      databaseUrl,
      store,
      recipient: settings.recipient,
      secrets: await readSecrets(settings.secretFiles),
    };
    const stored = await (kind === "full" ? fullTurn : tailTurn)(client, job, settings);
    return stored
      ? { stored: { name: stored.name, bytes: stored.bytes, position: stored.head.position } }
      : {};
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { failure: reason.slice(0, 300) };
  }
}

async function fullTurn(
  client: pg.Client,
  job: BackupJob,
  settings: BackupSettings,
): Promise<BackupReport | undefined> {
  const { rows } = await client.query<{ due: boolean }>(
    `select target is distinct from $1 or base is null or base_at <= now() - $2 * interval '1 millisecond' as due
     from shop.backup`,
    [settings.target, settings.full_ms],
  );
  if (!rows[0]!.due) return undefined;
  const report = await makeFull(job);
  const { base, file_id, written_from, position, counts } = report.end;
  await client.query(
    `update shop.backup set target = $1, base = $2, base_at = $3, tails = 0, file_id = $4, written_from = $5::text::xid8,
       position = $6, counts = $7, shipped_at = $3`,
    [settings.target, base, report.made_at, file_id, String(written_from), position, JSON.stringify(counts)],
  );
  for (const name of filesToRemove(await job.store.list(), settings.keep, base)) await job.store.remove(name);
  return report;
}

async function tailTurn(
  client: pg.Client,
  job: BackupJob,
  settings: BackupSettings,
): Promise<BackupReport | undefined> {
  const state = await readState(client);
  // The first full backup, or that of a new target, comes first.
  if (!state || state.target !== settings.target) return undefined;
  const { rows } = await client.query<{ now: string }>("select clock_timestamp() as now");
  const report = await makeTail(job, state);
  const { file_id, written_from, position, counts, tails } = report?.end ?? state;
  await client.query(
    `update shop.backup set tails = $2, file_id = $3, written_from = $4::text::xid8, position = $5, counts = $6, shipped_at = $7
     where base = $1 and tails = $8`,
    [
      state.base,
      tails,
      file_id,
      String(written_from),
      position,
      JSON.stringify(counts),
      report?.made_at ?? rows[0]!.now,
      state.tails,
    ],
  );
  return report;
}

async function readState(client: pg.Client): Promise<State | undefined> {
  const { rows } = await client.query<Omit<State, "written_from"> & { written_from: string }>(
    `select target, base, base_at, tails, file_id, written_from::text, position, counts from shop.backup
     where base is not null`,
  );
  return rows[0] && { ...rows[0], written_from: BigInt(rows[0].written_from) };
}

/** The text of an alarm that begins now. It ends when the backups are well again. */
async function noteAlarm(
  client: pg.Client,
  { full_ms, tail_ms }: BackupSettings,
  { kind, failure }: { kind: RoundKind; failure: string | undefined },
): Promise<string | undefined> {
  const { rows } = await client.query<{ shipped: string | null; is_bad: boolean; was_bad: boolean }>(
    `select shipped_at as shipped, failed_at is not null as was_bad,
       coalesce(shipped_at < now() - $1 * interval '1 millisecond'
         or base_at < now() - $2 * interval '1 millisecond', $3) as is_bad
     from shop.backup`,
    [alarm_tails * tail_ms, alarm_fulls * full_ms, kind === "full" && failure !== undefined],
  );
  const { shipped, is_bad, was_bad } = rows[0]!;
  // Before the first full backup, only its own turns know whether it fails.
  if (is_bad === was_bad || (shipped === null && kind === "tail")) return undefined;
  await client.query("update shop.backup set failed_at = case when $1 then now() end", [is_bad]);
  return is_bad
    ? shipped === null
      ? "there is no backup"
      : `the newest backup is of ${shipped}`
    : undefined;
}

/** The content of the files that exist, by name. */
export async function readSecrets(secretFiles: Record<string, string>): Promise<Record<string, string>> {
  const secrets: Record<string, string> = {};
  for (const [name, file] of Object.entries(secretFiles)) {
    const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
      // A key that nobody has made.
      if (error.code === "ENOENT") return undefined;
      throw error;
    });
    if (text !== undefined) secrets[name] = text;
  }
  return secrets;
}
