/** Streaming a whole list: as fast as the client reads, only while the client stays, and never truncated silently. */
import { get, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { openTestShop } from "#tools/testing/test-shop.ts";
import type { OrderRecord } from "#contract/order-list.ts";

let owner: pg.Client;
/** How many portions of the list the server has read. */
let portions = 0;

/** Some 25 MB of JSON: more than the buffers of a socket hold. */
const orders_count = 50_000;
const portions_count = orders_count / 1000;

const shop = openTestShop();

beforeAll(async () => {
  owner = new pg.Client({ connectionString: shop.database.ownerUrl });
  await owner.connect();
  await owner.query(
    `insert into ledger."order" select n, $1, 500, n, null, now(), null, 1, 1, false, 'completed', 'p', 'q', 'MTN', '1 GB', null
     from generate_series(1, ${orders_count}) n`,
    [shop.admin._id],
  );
  await owner.query("update ledger.head set orders_placed = $1", [orders_count]);
  await owner.query("vacuum analyze");
  const query = Reflect.get(pg.Client.prototype, "query") as (...args: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const text = typeof args[0] === "string" ? args[0] : ((args[0] as { text?: string }).text ?? "");
    // Not the statements of the search index, which read orders too.
    if (/"d"\."form"[^]*left join "shop"\."order_detail"/.test(text)) portions += 1;
    return query.apply(this, args);
  } as never);
});

afterEach(() => {
  portions = 0;
});

afterAll(async () => {
  vi.restoreAllMocks();
  await owner.end();
});

/** The start of the answer. Its body is not read. */
function ask(accepts: Record<string, string> = {}): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${shop.admin.token}`, ...accepts };
  return new Promise((resolve, reject) => {
    get(`${shop.server.url}/api/order/allorders`, { headers }, resolve).on("error", reject);
  });
}

/** Waits until no portion was read for a while, and the busy database is not reading one. */
async function stalled(): Promise<number> {
  for (let before = -1; before !== portions || (await isReading());) {
    before = portions;
    await sleep(400);
  }
  return portions;
}

async function isReading(): Promise<boolean> {
  const { rowCount } = await owner.query(
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
     and state = 'active' and query ~ 'order_detail'`,
  );
  return rowCount !== 0;
}

async function bodyOf(answer: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of answer.setEncoding("utf8")) text += chunk;
  return text;
}

test("streams all orders in portions as one array", async () => {
  const orders = JSON.parse(await bodyOf(await ask())) as OrderRecord[];
  expect(orders.map(({ id }) => id)).toEqual(
    Array.from({ length: orders_count }, (_, n) => orders_count - n),
  );
  expect(portions).toBe(portions_count);
});

const gzip = { "accept-encoding": "gzip" };

test("streams all orders at a fifth of the size to a client that accepts gzip", async () => {
  const answer = await ask(gzip);
  expect(answer.headers["content-encoding"]).toBe("gzip");
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const text = gunzipSync(Buffer.concat(chunks)).toString();
  expect((JSON.parse(text) as OrderRecord[]).map(({ id }) => id)).toEqual(
    Array.from({ length: orders_count }, (_, n) => orders_count - n),
  );
  expect(text.length / Buffer.concat(chunks).length).toBeGreaterThan(5);
  expect(portions).toBe(portions_count);
});

test("stops reading rows while the client does not read, and when it leaves", async () => {
  const answer = await ask();
  const read = await stalled();
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(portions_count * 0.8);
  answer.destroy();
  expect(await stalled()).toBeLessThanOrEqual(read + 1);
});

test("an error halfway closes the connection instead of sending a shorter list", async () => {
  const answer = await ask();
  expect(answer.statusCode).toBe(200);
  await stalled();
  await owner.query("alter table shop.order_detail rename to order_detail_away");
  await expect(bodyOf(answer)).rejects.toThrow("aborted");
  expect(answer.complete).toBe(false);
  await owner.query("alter table shop.order_detail_away rename to order_detail");
  // An error before the first row is answered as an error.
  await owner.query("alter table shop.order_detail rename to order_detail_away");
  expect((await shop.as(shop.admin).get("/order/allorders")).status).toBe(500);
  await owner.query("alter table shop.order_detail_away rename to order_detail");
});

test("HEAD of a list reads only the first portion", async () => {
  const headers = { authorization: `Bearer ${shop.admin.token}` };
  const answer = await fetch(`${shop.server.url}/api/order/allorders`, { method: "HEAD", headers });
  expect(answer.status).toBe(200);
  await stalled();
  expect(portions).toBe(1);
});
