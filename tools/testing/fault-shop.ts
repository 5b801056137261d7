/** A shop whose customers buy while something fails, and what must be true afterwards. */
import { afterEach, beforeEach, expect } from "vitest";
import { connect, createTestDatabase, type TestDatabase } from "./database.ts";
import { verify } from "#ledger/verify/verify.ts";
import type { Outcome } from "#ledger/log/batch.ts";
import { Writer } from "#ledger/log/writer.ts";
import { type CuttingProxy, startCuttingProxy } from "#ledger/log/testing/cutting-proxy.ts";
import { openShop, price, purchaseBy, type Shop } from "#ledger/log/testing/shop.ts";

const opening = 10_000 * price;

export function openFaultShop(writer: Writer): Promise<Shop> {
  return openShop(writer, 3, opening);
}

interface CutShop {
  database: TestDatabase;
  /** Between the writer and its database. */
  proxy: CuttingProxy;
  writer: Writer;
  shop: Shop;
}

/** A new one for each test, which can cut the writer's connection. */
export function openCutShop(): CutShop {
  const opened = {} as CutShop;
  beforeEach(async () => {
    const database = await createTestDatabase();
    const proxy = await startCuttingProxy(database.apiUrl);
    const writer = new Writer({ url: proxy.url });
    Object.assign(opened, { database, proxy, writer, shop: await openFaultShop(writer) });
  });
  afterEach(async () => {
    await opened.writer.close();
    await opened.proxy.close();
    await opened.database.drop();
  });
  return opened;
}

export function buy(writer: Writer, shop: Shop, purchases: number): Promise<Outcome[]> {
  return Promise.all(
    Array.from({ length: purchases }, (_, index) =>
      writer.submit(purchaseBy(shop.customers[index % shop.customers.length] ?? ""), { remember: true }),
    ),
  );
}

/** Exactly this many orders, each answer the event in the log, correct money and a whole ledger. */
export async function expectTrue(
  url: string,
  shop: Shop,
  outcomes: Outcome[],
  orders: number,
): Promise<void> {
  const owner = await connect(url);
  const { rows } = await owner.query<{ position: number; command_id: string }>(
    "select position, command_id from ledger.event where type = 'order_placed' order by position",
  );
  expect(rows).toHaveLength(orders);
  const answered = outcomes.map((outcome) =>
    outcome.accepted ? { position: outcome.position, command_id: outcome.events[0]?.command_id } : outcome,
  );
  for (const answer of answered) expect(rows).toContainEqual(answer);
  const money = await owner.query<{ sum: number }>("select sum(balance)::bigint as sum from ledger.wallet");
  expect(money.rows[0]?.sum).toBe(shop.customers.length * opening - orders * price);
  expect((await verify(owner)).findings).toEqual([]);
  await owner.end();
}
