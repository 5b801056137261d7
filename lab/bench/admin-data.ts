/** A shop with a real log of the given number of orders, and the other tables that the admin's pages read. */
import { openShop } from "../../ledger/log/testing/shop.ts";
import { Writer } from "../../ledger/log/writer.ts";
import { asApiRole } from "../../tools/database-url.ts";
import type { OpenShop } from "./calls.ts";
import { writeHistory } from "./history.ts";
import { useClient } from "../use-client.ts";

export interface AdminShop extends OpenShop {
  customers: string[];
  /** Positions of some refunds, from all parts of the log. */
  refunds: number[];
}

const customers = 5000;
/** Three for each order (placed, processed, decided), and two for each of the two top-ups (requested, approved). */
const events_of_ten_orders = 34;

export async function writeAdminShop(
  url: string,
  orders: number,
): Promise<Omit<AdminShop, "server" | "token">> {
  const writer = new Writer({ url: asApiRole(url) });
  const shop = await openShop(writer, customers, 1_000_000_00);
  return useClient(url, async (client) => {
    // The customers' own events come first. They are a third of the shorter log.
    const head = await client.query<{ position: number }>("select position from ledger.head");
    await writeHistory(writer, shop, head.rows[0]!.position + (orders / 10) * events_of_ten_orders);
    await writer.close();
    for (const statement of [fillOtherTables, "vacuum analyze", "checkpoint"]) await client.query(statement);
    const { rows } = await client.query<{ position: number }>(
      "select position from ledger.event where type = 'order_rejected' order by random() limit 100",
    );
    return { databaseUrl: url, ...shop, orders, refunds: rows.map(({ position }) => position) };
  });
}

const fillOtherTables = `
    insert into shop."user" (id, username, phone, email, password_hash)
      select user_id, 'user' || n, '024' || lpad(n::text, 7, '0'), 'user' || n || '@example.com', ''
      from (select user_id, row_number() over (order by position) as n from ledger.account) a;
    insert into shop.order_search
      select o.id, d.receiver, o.network || ' ' || o.offer
      from ledger."order" o join shop.order_detail d on d.order_id = o.id;
    insert into shop.message (event_position, kind, channel, recipient, text, segments, state, attempts, created_at, fresh_at, settled_at)
      select o.position, 'order_placed', 'sms', d.receiver, 'Order ' || 10000000 + o.id || ': ' || o.network || ' ' || o.offer, 1, 'sent', 1, now(), now(), now()
      from ledger."order" o join shop.order_detail d on d.order_id = o.id;
    insert into shop.message_search select id, recipient || ' ' || text from shop.message`;
