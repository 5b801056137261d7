import { afterAll, beforeAll, expect, test } from "vitest";
import { isPassword } from "#api/auth/passwords.ts";
import { unsealDetails } from "#api/serve/sealed.ts";
import { deriveSecrets } from "#api/serve/secrets.ts";
import { createPool } from "#ledger/connect/connect.ts";
import { openReads } from "#ledger/tables/open-reads.ts";
import { ordersById, type OrderView } from "#ledger/orders/reads.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { openDemoShop, type DemoLogin } from "./demo-shop.ts";

const secrets = deriveSecrets("a secret that only this test knows");

let database: TestDatabase;
let logins: DemoLogin[];
beforeAll(async () => {
  database = await createTestDatabase();
  ({ logins } = await openDemoShop({ databaseUrl: database.apiUrl, secrets, log: () => {} }));
}, 120_000);
afterAll(() => database.drop());

test("in the demo shop, every completed voucher order has a sealed voucher, and no other order has one", async () => {
  const pool = createPool(database.apiUrl, 1);
  const { rows } = await pool.query<{ id: number }>(`select id from ledger."order"`);
  const orders = await ordersById(
    openReads(pool),
    rows.map(({ id }) => id),
  );
  await pool.end();
  const isDone = (order: OrderView) => order.network === "WAEC" && order.status === "completed";
  const done = orders.filter(isDone);
  expect(done.length).toBeGreaterThan(20);
  const vouchers = done.map((order) => unsealDetails(secrets, order).voucher);
  for (const voucher of vouchers)
    expect(voucher).toEqual({
      pin: expect.stringMatching(/^\d{12}$/),
      serial: expect.stringMatching(/^WRC\d{9}$/),
    });
  expect(new Set(vouchers.map((voucher) => voucher?.pin)).size).toBe(done.length);
  expect(orders.filter((order) => !isDone(order) && order.voucher !== null)).toEqual([]);
});

test("the demo shop sends no messages about its history", async () => {
  const pool = createPool(database.apiUrl, 1);
  const { rows } = await pool.query(
    "select position = (select position from ledger.head) as at_end from shop.message_follower",
  );
  await pool.end();
  expect(rows).toEqual([{ at_end: true }]);
});

test("the logins that the demo shop returns have the right passwords", async () => {
  const pool = createPool(database.apiUrl, 1);
  const { rows } = await pool.query<{ phone: string; password_hash: string }>(
    `select phone, password_hash from shop."user"`,
  );
  await pool.end();
  expect(logins).toHaveLength(4);
  for (const { phone, password } of logins) {
    const found = rows.find((row) => row.phone === phone);
    expect(await isPassword(password, found?.password_hash)).toBe(true);
  }
});
