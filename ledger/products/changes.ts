/** The changes of products that may have cut a price just now. */
import { sql } from "kysely";
import { officeLimits } from "#contract/terms/office-limits.ts";
import type { EventOf } from "#ledger/core/events.ts";
import { eventColumns, sinceHours } from "../tables/logged-event.ts";
import type { Database } from "../tables/open-reads.ts";

/** The oldest first. */
export const productChangesSql = `select ${eventColumns} from ledger.event where position in (
    select position from ledger.act where type = 'product_changed' and clearing is null
      and recorded_at > ${sinceHours(officeLimits.price_cut_window_h)}
  ) order by position`;

export async function readProductChanges(db: Database): Promise<EventOf<"product_changed">[]> {
  const { rows } = await sql.raw<EventOf<"product_changed">>(productChangesSql).execute(db);
  return rows;
}
