/** Every statement of the orders that suppliers deliver finds its rows by index, also by the one plan that its session keeps. */
import type pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { explained, seqScans } from "#tools/testing/plans.ts";
import { recordStatements, type Statement } from "#tools/testing/record-statements.ts";
import { openTestLedger } from "#tools/testing/test-ledger.ts";
import {
  beginOrders,
  claimForBulk,
  findLostOrders,
  keepJob,
  orderIsOver,
  ordersOfBulk,
  workLater,
  workOnHint,
  workOnReport,
  workOnStock,
  workOnWaiting,
} from "./order-rows.ts";
import { readOrders } from "./order-work.ts";
import { takeAskSlot, takeSlot } from "./supplier-rows.ts";

const ledger = openTestLedger();
let pool: pg.Pool;

const small = new Set(["head", "settings", "supplier", "supplier_price", "fulfilment_follower"]);
const due = { id: 5, due_at: "2026-01-01T00:00:00.000000Z" };
const place = { order: 5, per_minute: 140 };

beforeAll(async () => {
  await fillTables(ledger.owner);
  pool = ledger.pool;
});

test.each<[string, () => Promise<unknown>]>([
  ["new orders", () => beginOrders(pool)],
  ["orders to work on", () => readOrders(pool, [5, 6])],
  ["an order for later", () => workLater(pool, due, { delay_s: 5 })],
  ["an order that is over", () => orderIsOver(pool, due)],
  ["a report by their reference", () => workOnHint(pool, "GN-5")],
  ["a report by our reference", () => workOnReport(pool, { ours: "reference5" })],
  ["a report by the order", () => workOnReport(pool, { order: 5 })],
  ["orders that wait for vouchers", () => workOnStock(pool)],
  ["orders that wait for a supplier", () => workOnWaiting(pool, "datamart", 5, 50)],
  ["orders that leave together", () => claimForBulk(pool, "datamart", due, { min: 5, max: 50, lease_s: 5 })],
  ["the orders of one request", () => ordersOfBulk(pool, "00000000-0000-4000-8000-000000000001")],
  ["an order's job", () => keepJob(pool, 5)],
  ["lost orders", () => findLostOrders(pool)],
  ["a place among the orders", () => takeSlot(pool, "datamart", { ...place, code: "1", due_at: null })],
  ["a place among the questions", () => takeAskSlot(pool, "datamart", place)],
])("%s", async (_, work) => {
  const statements = await recordStatements(work);
  expect(statements.length).toBeGreaterThan(0);
  expect(await seqScans(ledger.owner, statements, { mode: "generic", small })).toEqual([]);
});

test("this test notices a sequential scan", async () => {
  const said: Statement = { text: "select from shop.fulfilment where said = $1", values: ["x"] };
  expect(await seqScans(ledger.owner, [said], { mode: "generic", small })).toHaveLength(1);
  expect(await explained(ledger.owner, [said], "generic")).toHaveLength(1);
});

/** Enough rows to make a scan expensive; their values do not matter. */
async function fillTables(client: pg.Client): Promise<void> {
  const uuid = (n: string) => `lpad(to_hex(${n}), 32, '0')::uuid`;
  await client.query(`
    insert into ledger."order" select n, ${uuid("n % 20000 + 1")}, 500, n, null, timestamptz '2026-01-01' + n * interval '10 seconds', null, n * 3, 1, false,
      case when n % 500 = 0 then 'pending' else 'completed' end, 'p', 'q', 'MTN', '1 GB', null
      from generate_series(1, 200000) n;
    insert into shop.order_detail select n, '0240000000', null from generate_series(1, 200000) n;
    insert into ledger.fulfilment (id, order_id, cost, sent_at, settled_at, position, attempt, version, supplier, code, reference, state)
      select n || '-1', n, 400, timestamptz '2026-01-01' + n * interval '10 seconds', timestamptz '2026-01-01' + n * interval '11 seconds', n * 3, 1, 1,
        'datamart', 'YELLO 1', 'reference' || n, case n % 5000 when 0 then 'sent' else 'delivered' end from generate_series(1, 200000) n;
    insert into shop.fulfilment (order_id, next_at, their_reference, their_attempt, waits, earlier)
      select n, case when n % 1000 = 0 then now() end, 'GN-' || n, 1, n % 1000 = 1,
        case when n % 100 = 2 then jsonb_build_array(jsonb_build_object('attempt', 1, 'reference', 'R' || n)) else '[]' end
      from generate_series(1, 200000) n;
    insert into shop.voucher_stock (package_id, cost, imported_by, digest, sealed, order_id)
      select 'q', 400, ${uuid("1")}, sha256(n::text::bytea), '', case when n > 20 then n end from generate_series(1, 20000) n;
    update ledger.head set position = 600000, orders_placed = 200000`);
  await client.query("analyze");
}
