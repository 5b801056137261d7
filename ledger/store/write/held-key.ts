/** Idempotency keys of what the ledger has no command for: a decline of what waits, a removal of all. */
import { sql } from "kysely";
import type { Sql } from "../read/search.ts";

/**
 * An insert that keeps a key among those of commands, so that whichever request comes second under it is refused. No
 * purchase pays for it: the writer looks there anyway, or breaks the table's primary key. No fingerprint is that of a
 * command, so any command under the key is another request than the one that held it. The statement may go on with a
 * further condition; without a key it inserts nothing.
 */
export function holdKey(id: string | null): Sql {
  return sql`insert into ledger.command (position, id, events, fingerprint, rejection)
    select h.position, ${id}::uuid, 0, decode(repeat('00', 16), 'hex'), '{"code": "key_reused"}'
    from ledger.head h where ${id}::uuid is not null`;
}

/** What a taken key breaks. */
export const key_constraint = "command_pkey";
