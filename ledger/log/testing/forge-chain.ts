/** For tests of the checks: what an attacker with all rights and this source code can do. */
import type { ClientBase } from "pg";
import type { LedgerEvent } from "#ledger/core/events.ts";
import { eventColumns } from "../../tables/logged-event.ts";
import { canonicalEvent, genesis, hashText } from "../hash.ts";

/** Forges every hash from this position on, and the head. */
export async function forgeChain(owner: ClientBase, from = 1): Promise<void> {
  const before = await owner.query<{ hash: string }>(
    "select encode(hash, 'hex') as hash from ledger.event where position = $1",
    [from - 1],
  );
  let hash = before.rows[0]?.hash ?? genesis.toString("hex");
  const { rows } = await owner.query<LedgerEvent>(
    `select ${eventColumns} from ledger.event where position >= $1 order by position`,
    [from],
  );
  for (const event of rows) {
    hash = hashText(hash, canonicalEvent(event));
    await owner.query("update ledger.event set hash = decode($2, 'hex') where position = $1", [
      event.position,
      hash,
    ]);
  }
  await owner.query("update ledger.head set hash = decode($1, 'hex')", [hash]);
}
