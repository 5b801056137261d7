import { sql } from "kysely";
import type { Pool } from "pg";
import type { Database } from "#ledger/tables/open-reads.ts";
import { serverLimits } from "#contract/terms/server-limits.ts";

/** Seconds since the moment that a restore would bring back; undefined if there is no backup. */
export async function backupAge_s(pool: Pool): Promise<number | undefined> {
  const { rows } = await pool.query<{ age: number | null }>(
    "select extract(epoch from now() - shipped_at)::float8 as age from shop.backup",
  );
  return rows[0]?.age ?? undefined;
}

export interface BackupState {
  /** The moment that a restore would bring back; null before the first backup. */
  last_at: string | null;
  /** The newest backup is missing or too old, as the shop's own turns noted, or because nobody takes any. */
  is_overdue: boolean;
}

/** Undefined if no backups are set up: this process makes none, and no process ever has. */
export async function backupState(db: Database, makesBackups: boolean): Promise<BackupState | undefined> {
  const { rows } = await sql<BackupState & { has_target: boolean }>`
    select shipped_at as last_at, target is not null as has_target,
      failed_at is not null
        or coalesce(shipped_at < now() - ${serverLimits.backup_age_ms_max} * interval '1 millisecond', false) as is_overdue
    from shop.backup`.execute(db);
  const { has_target, ...state } = rows[0]!;
  return makesBackups || has_target ? state : undefined;
}
