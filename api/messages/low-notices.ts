/** Tells every admin once that money at a supplier, or a stock of vouchers, runs low. */
import type { Pool } from "pg";
import { runningLow } from "#contract/notifications.ts";
import type { SupplierName } from "#contract/terms/fulfilment.ts";
import { inTransaction } from "./in-transaction.ts";
import { adminMessages, readAdmins, type Telling } from "./notices.ts";
import { pushToAdmins } from "./office-pushes.ts";
import { storeMessages } from "./store-messages.ts";

/** What runs low at a supplier. */
export interface Low {
  /** Tells it from others: "float", or the id of a package. */
  key: string;
  /** "Money at DataMart: ¢12.00" */
  what: string;
}

/** Of what was low already, nobody is told again. What is not low any more is forgotten. */
export async function tellLow(
  pool: Pool,
  telling: Telling,
  supplier: SupplierName,
  low: readonly Low[],
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ before: string[] }>(
      `update shop.supplier s set low = $2 from (select name, low from shop.supplier where name = $1 for update) as old
       where s.name = old.name returning old.low as before`,
      [supplier, low.map(({ key }) => key)],
    );
    const news = low.filter(({ key }) => rows[0]?.before.includes(key) === false);
    if (news.length === 0) return;
    const at = new Date().toISOString();
    const admins = await readAdmins(client);
    for (const { key, what } of news) {
      await pushToAdmins(client, runningLow(what, key), { position: null, recorded_at: at });
      const values = { what };
      const messages = adminMessages(telling, admins, {
        kind: "running_low",
        text: "runningLow",
        values,
        at,
      });
      await storeMessages(client, messages, { hasGateway: telling.configured.sms });
    }
  });
}
