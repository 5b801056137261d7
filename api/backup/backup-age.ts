import type { Pool } from "pg";

/** Seconds since the moment that a restore would bring back; undefined if there is no backup. */
export async function backupAge_s(pool: Pool): Promise<number | undefined> {
  const { rows } = await pool.query<{ age: number | null }>(
    "select extract(epoch from now() - shipped_at)::float8 as age from shop.backup",
  );
  return rows[0]?.age ?? undefined;
}
