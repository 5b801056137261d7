/** ledger.act: what is read of the log by type, by actor or by what it was about. See migrations/0009_acts.sql. */
import { sql } from "kysely";
import type { EventType } from "#ledger/core/events.ts";
import type { Sql } from "./search.ts";

/** Whether act k is of this type, and not of a cleared list: what the indexes by type are about. */
export function actOf(type: EventType): Sql {
  return sql`k.type = ${sql.lit(type)} and k.clearing is null`;
}
