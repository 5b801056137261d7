/** The position up to which the log was verified, and the log's values there. */
import type pg from "pg";

export interface AuditState {
  position: number;
  /** Hex. */
  hash: string;
  recorded_at: string;
  orders_placed: number;
  /** Accepted commands, and the sum of their rows' hashes. */
  commands: number;
  commands_sum: string;
}

export async function readState(client: pg.ClientBase): Promise<AuditState> {
  const { rows } = await client.query<AuditState>(`
    select position, encode(hash, 'hex') as hash, recorded_at, orders_placed, commands, commands_sum::text
    from audit.state`);
  if (!rows[0]) throw new Error("audit.state has no row");
  return rows[0];
}

export async function writeState(client: pg.ClientBase, state: AuditState): Promise<void> {
  const { position, hash, recorded_at, orders_placed, commands, commands_sum } = state;
  await client.query(
    `update audit.state set position = $1::bigint, hash = decode($2, 'hex'), recorded_at = $3::timestamptz,
       orders_placed = $4::bigint, commands = $5::bigint, commands_sum = $6::numeric`,
    [position, hash, recorded_at, orders_placed, commands, commands_sum],
  );
}
