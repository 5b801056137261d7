import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CuttingProxy, startCuttingProxy } from "#ledger/log/testing/cutting-proxy.ts";
import { serverLimits } from "#contract/terms/server-limits.ts";
import { createTestDatabase } from "#tools/testing/database.ts";
import { type Answer, TestShop, type TestUser } from "#tools/testing/test-shop.ts";
import type { BulkAnswer, LineAnswer } from "#contract/bulk-orders.ts";
import type { OrderRecord } from "#contract/order-list.ts";
import type { OrderAnswer, PurchaseAnswer } from "#contract/orders.ts";
import type { UserRecord } from "#contract/user-list.ts";

let proxy: CuttingProxy;
let shop: TestShop;
let users = 0;
let logged = "";
beforeAll(async () => {
  const database = await createTestDatabase();
  proxy = await startCuttingProxy(database.apiUrl);
  shop = await TestShop.open(
    { databaseUrl: proxy.url, logLevel: "trace", logTo: { write: (line) => (logged += line) } },
    database,
  );
  await shop.addVouchers();
});
afterAll(async () => {
  await shop.close();
  await proxy.close();
});

const order = { network: "MTNup2u", offer: "1 GB", receiver: "0244123456" };
/** What a customer pays for it, in pesewas. */
const price = 480;
const form = {
  name: "Kofi Mensah",
  phone: "0244999888",
  card: "GHA-123456789-0",
  dob: "01/02/1990",
  location: "Kumasi",
};

type Line = { key: string } & Record<string, unknown>;
const line = (key: string = randomUUID(), more: object = {}): Line => ({ key, ...order, ...more });
const lines = (count: number, more: object = {}) =>
  Array.from({ length: count }, () => line(undefined, more));

type Refused = BulkAnswer & { code: string; message: string; fields: Record<string, string> };
const buy = (given: unknown, user: { token: string }, base = shop.server.url) =>
  shop.as(user).post<Refused>("/order/bulk", { lines: given }, { base });
const buyOne = ({ key, ...body }: Line, user: { token: string }) =>
  shop.as(user).post<PurchaseAnswer>("/order/create", body, { key });

/** `paid`: for how many orders their wallet can pay. */
function customer(paid: number, level: TestUser["userLevel"] = "Customer"): Promise<TestUser> {
  users += 1;
  return shop.addUser(`buyer${users}`, `0207${String(users).padStart(6, "0")}`, level, paid * price);
}

const ordersOf = async ({ token }: TestUser) =>
  (await shop.as({ token }).get<OrderRecord[]>("/order/allorders")).body;
const balanceOf = async ({ token }: TestUser) =>
  (await shop.as({ token }).get<UserRecord[]>("/user")).body[0]?.balance;

const outcomes = ({ body }: Answer<BulkAnswer>) =>
  body.lines.map((one) => (one.outcome === "accepted" ? "accepted" : one.error.code));
function orderIn(one: LineAnswer | undefined): OrderRecord {
  if (one?.outcome !== "accepted") throw new Error(`not accepted: ${JSON.stringify(one)}`);
  return one.order;
}

describe("a bulk call", () => {
  test("pays for the first three of five lines if the wallet can pay for three, and says why it refused the others", async () => {
    const ama = await customer(3);
    const given = lines(5);
    const answer = await buy(given, ama);
    expect(answer.status).toBe(200);
    expect(answer.body.lines.map(({ key }) => key)).toEqual(given.map(({ key }) => key));
    expect(outcomes(answer)).toEqual([
      "accepted",
      "accepted",
      "accepted",
      "insufficient_balance",
      "insufficient_balance",
    ]);
    expect(answer.body.lines.slice(2)).toMatchObject([
      { order: { status: "pending", totalAmount: 4.8, receiver: order.receiver }, balance: 0 },
      {
        error: {
          message: "Insufficient balance. Please top up your wallet.",
          transient: true,
          missing: 4.8,
          price: 4.8,
        },
      },
      {},
    ]);
    const { position, balance, account } = answer.body;
    expect(balance).toBe(0);
    expect(account).toMatchObject({ _id: ama._id, username: ama.username, balance: 0, position });
    expect(position).toBe(orderIn(answer.body.lines[2]).position);
    const newestFirst = answer.body.lines.slice(0, 3).map(orderIn).toReversed();
    expect(await ordersOf(ama)).toEqual(newestFirst);
  });

  test("buys a cheaper line after a dearer one that the wallet cannot pay for", async () => {
    const ama = await customer(1);
    const answer = await buy([line(undefined, { offer: "5 GB" }), line()], ama);
    expect(outcomes(answer)).toEqual(["insufficient_balance", "accepted"]);
  });

  test.each([0, 1, 100])("takes %i lines and writes them in one transaction", async (count) => {
    const ama = await customer(100);
    const answer = await buy(lines(count), ama);
    expect(answer.status).toBe(200);
    expect(outcomes(answer)).toEqual(Array.from({ length: count }, () => "accepted"));
    expect(answer.body).toMatchObject({ balance: (100 - count) * 4.8, account: { _id: ama._id } });
    expect(answer.body.account.balance).toBe(answer.body.balance);
    expect(await ordersOf(ama)).toHaveLength(count);
    const { rows } = await shop.pool.query(
      "select distinct xmin::text from ledger.event where type = 'order_placed' and wallet = $1",
      [ama._id],
    );
    expect(rows).toHaveLength(Math.min(1, count));
  });

  const needsKey = "Each line needs a key of 1 to 200 visible ASCII characters";
  const wrong: [string, () => unknown, Record<string, string>][] = [
    ["101 lines", () => lines(101), { lines: "At most 100 lines" }],
    ["lines that are not an array", () => line(), { lines: "Please send the orders as an array of lines" }],
    ["no lines", () => undefined, { lines: "All fields are required" }],
    [
      "two lines with the same key",
      () => [line("a"), line("b"), line("a")],
      { "lines.2.key": "Line 3 has the same key as line 1" },
    ],
    ["a line without a key", () => [line(), order], { "lines.1": needsKey }],
    ["a line that is no object", () => [line(), 5], { "lines.1": needsKey }],
    ["a key with a space", () => [line("a b")], { "lines.0": needsKey }],
    [
      "a key that is too long, in a line with another mistake",
      () => [line("x".repeat(201), { receiver: "1" })],
      { "lines.0": needsKey },
    ],
  ];
  test.each(wrong)("is refused as a whole for %s, and buys nothing", async (_, given, fields) => {
    const ama = await customer(3);
    const answer = await buy(given(), ama);
    expect(answer).toMatchObject({ status: 400, body: { code: "input_invalid", fields } });
    expect(answer.body.message).toBe(Object.values(fields)[0]);
    expect(Object.keys(answer.body.fields)).toEqual(Object.keys(fields));
    expect(await ordersOf(ama)).toEqual([]);
  });

  test("refuses each line with the error that a single purchase gets, and buys the others", async () => {
    const ama = await customer(3);
    await shop.command("create_product", "system", {
      product: "telecel",
      facts: {
        network: "Telecel",
        status: "out of stock",
        note: "",
        image: null,
        packages: [{ id: "telecel-1", offer: "1 GB", customer: 400, agent: 400, superAgent: 400 }],
      },
    });
    const bad = [
      line(undefined, { receiver: "024412345" }),
      line(undefined, { receiver: undefined }),
      line(undefined, { offer: undefined }),
      line(undefined, { offer: "7 GB" }),
      line(undefined, { network: "Nokia" }),
      line(undefined, { network: "Telecel" }),
      line(undefined, { totalAmount: 4.7 }),
      line(undefined, { totalAmount: "cheap" }),
      line(undefined, { network: "AFA", offer: "AFA registration" }),
      line(undefined, { network: "AFA", offer: "AFA registration", items: { ...form, phone: "1" } }),
      line(undefined, { network: undefined, offer: undefined, packageId: "afa-1" }),
    ];
    const answer = await buy([line(), ...bad, line()], ama);
    expect(outcomes(answer)[0]).toBe("accepted");
    expect(outcomes(answer).at(-1)).toBe("accepted");
    for (const [index, one] of bad.entries()) {
      const { body } = await buyOne({ ...one, key: randomUUID() }, ama);
      const { requestId: _, ...error } = body as unknown as Record<string, unknown>;
      expect(answer.body.lines[index + 1]).toEqual({ outcome: "refused", key: one.key, error });
    }
    expect(new Set(outcomes(answer))).toEqual(
      new Set([
        "accepted",
        "input_invalid",
        "package_unknown",
        "product_unknown",
        "product_out_of_stock",
        "price_changed",
        "form_required",
      ]),
    );
    expect(await ordersOf(ama)).toHaveLength(2);
  });

  test("refuses the lines whose price has changed with the price now, and charges nothing for them", async () => {
    const ama = await customer(3);
    const answer = await buy(
      [line(undefined, { totalAmount: 4.8 }), line(undefined, { totalAmount: 4.7 })],
      ama,
    );
    expect(outcomes(answer)).toEqual(["accepted", "price_changed"]);
    expect(answer.body.lines[1]).toMatchObject({ error: { price: 4.8, transient: true } });
    expect(await balanceOf(ama)).toBe(9.6);
  });

  test("keeps the form of an AFA line for its buyer, and out of the log", async () => {
    const ama = await customer(10);
    const given = [line(undefined, { network: "AFA", offer: "AFA registration", items: form }), line()];
    const first = await buy(given, ama);
    expect(first.body.lines.map((one) => orderIn(one).items)).toEqual([form, null]);
    expect((await ordersOf(ama)).map(({ items }) => items)).toEqual([null, form]);
    expect((await buy(given, ama)).body).toEqual(first.body);
    const { rows } = await shop.pool.query<{ row: string }>(
      `select d.form as row from shop.order_detail d where form is not null
       union all select data::text from ledger.event`,
    );
    expect(rows.map(({ row }) => row).join() + logged).not.toContain(form.card);
  });

  test("buys vouchers like a single purchase, and a retry answers as at first after they were delivered", async () => {
    const ama = await customer(20);
    const given = [1, 2].map(() => line(undefined, { network: "WAEC", offer: "WASSCE checker" }));
    const first = await buy(given, ama);
    expect(outcomes(first)).toEqual(["accepted", "accepted"]);
    const { _id } = orderIn(first.body.lines[0]);
    const voucher = { pin: "491827364550", serial: "WRC2611-0042" };
    for (const body of [{ status: "processing" }, { status: "completed", voucher }])
      expect(await shop.as(shop.admin).put<OrderAnswer>(`/order/update-status/${_id}`, body)).toMatchObject({
        status: 200,
      });
    const again = await buy(given, ama);
    expect(again.body.lines).toEqual(first.body.lines);
    expect((await ordersOf(ama)).find((one) => one._id === _id)).toMatchObject({
      status: "completed",
      voucher,
    });
  });

  test("is refused for a banned user", async () => {
    const ama = await customer(3);
    await shop.command("change_status", "system", { user: ama._id, status: "Banned" });
    await shop.caughtUp();
    expect(await buy(lines(2), ama)).toMatchObject({ status: 403, body: { code: "actor_banned" } });
  });

  test("charges the price of the buyer's level and answers with the name that the buyer has now", async () => {
    const yaw = await customer(10, "Super Agent");
    await shop.as(yaw).put("/user/update-profile", { username: "yaw-renamed", phone: yaw.phone });
    const answer = await buy(lines(2), yaw);
    expect(answer.body.account.username).toBe("yaw-renamed");
    expect(answer.body.lines.map((one) => orderIn(one).totalAmount)).toEqual([4.5, 4.5]);
  });
});

describe("a line's key", () => {
  test("makes a retry of the whole call answer the same and charge nothing", async () => {
    const ama = await customer(3);
    const given = lines(5);
    const first = await buy(given, ama);
    expect((await buy(given, ama)).body).toEqual(first.body);
    // A refused line stays refused, even if the wallet could pay for it now.
    await shop.credit(ama, 10 * price);
    const later = await buy(given, ama);
    expect(later.body.lines).toEqual(first.body.lines);
    expect(later.body).toMatchObject({ balance: 48, account: { balance: 48 } });
    expect(later.body.position).toBe(later.body.account.position);
    expect(await balanceOf(ama)).toBe(48);
  });

  test("is the same as the Idempotency-Key of a single purchase, in both directions", async () => {
    const ama = await customer(10);
    const [one, two, three] = [line(), line(undefined, { totalAmount: "4.80" }), line()];
    const single = await buyOne(one, ama);
    const bulk = await buy([three, one, two], ama);
    expect(orderIn(bulk.body.lines[1])._id).toBe(single.body._id);
    const { balance, account: _account, order: _order, ...record } = single.body;
    expect(bulk.body.lines[1]).toEqual({ outcome: "accepted", key: one.key, order: record, balance });
    const again = await buyOne(two, ama);
    expect(again).toMatchObject({ status: 201, body: orderIn(bulk.body.lines[2]) });
    expect(await ordersOf(ama)).toHaveLength(3);
    expect(await balanceOf(ama)).toBe(7 * 4.8);
  });

  test("keeps a refusal for single purchases too", async () => {
    const ama = await customer(0);
    const one = line();
    expect(outcomes(await buy([one], ama))).toEqual(["insufficient_balance"]);
    await shop.credit(ama, price);
    expect((await buyOne(one, ama)).body).toMatchObject({ code: "insufficient_balance" });
    expect(outcomes(await buy([one, line()], ama))).toEqual(["insufficient_balance", "accepted"]);
  });

  test("is refused for another order, while the other lines are bought", async () => {
    const ama = await customer(10);
    const one = line();
    await buyOne(one, ama);
    const answer = await buy([{ ...one, receiver: "0244999999" }, line()], ama);
    expect(outcomes(answer)).toEqual(["key_reused", "accepted"]);
  });

  test("belongs to its user", async () => {
    const [ama, kofi] = [await customer(3), await customer(3)];
    const given = lines(2);
    const mine = await buy(given, ama);
    const theirs = await buy(given, kofi);
    expect(outcomes(theirs)).toEqual(["accepted", "accepted"]);
    const ids = [mine, theirs].flatMap(({ body }) => body.lines.map((one) => orderIn(one)._id));
    expect(new Set(ids).size).toBe(4);
  });

  test("charges once if the same call arrives several times at once, alone and together with single purchases", async () => {
    const ama = await customer(50);
    const given = lines(20);
    const calls = [1, 2, 3].map(() => buy(given, ama));
    const singles = given.slice(0, 5).map((one) => buyOne(one, ama));
    const answers = await Promise.all(calls);
    for (const { body } of answers) expect(body.lines).toEqual(answers[0]?.body.lines);
    const bought = (await Promise.all(singles)).map(({ body }) => body._id);
    expect(bought).toEqual(answers[0]?.body.lines.slice(0, 5).map((one) => orderIn(one)._id));
    expect(await ordersOf(ama)).toHaveLength(20);
    expect(await balanceOf(ama)).toBe(30 * 4.8);
  });
});

describe("a database connection that fails during a bulk call", () => {
  test.each(["statement", "answer"] as const)(
    "is cut at the batch's %s: every line is decided once",
    async (cut) => {
      const ama = await customer(7);
      await buy(lines(1), ama);
      const given = lines(10);
      const { cuts } = proxy;
      proxy.cutNext(cut);
      const answer = await buy(given, ama);
      expect(proxy.cuts).toBe(cuts + 1);
      expect(answer.status).toBe(200);
      expect(outcomes(answer).filter((one) => one === "accepted")).toHaveLength(6);
      expect(outcomes(answer).slice(0, 6)).not.toContain("insufficient_balance");
      expect((await buy(given, ama)).body.lines).toEqual(answer.body.lines);
      expect(await ordersOf(ama)).toHaveLength(7);
      expect(await balanceOf(ama)).toBe(0);
    },
  );

  test("stays away: 503 with Retry-After, and a retry under the same keys completes the call", async () => {
    const ama = await customer(7);
    await buy(lines(1), ama);
    const given = lines(10);
    const impatient = await shop.another({ databaseUrl: proxy.url, patience: { commands_ms: 500 } });
    proxy.lead(undefined);
    // What has arrived at the database by now is committed, and its answer is lost.
    proxy.cutNext("answer");
    const away = await buy(given, ama, impatient.url);
    expect(away).toMatchObject({ status: 503, body: { code: "unavailable" } });
    expect(away.headers.get("retry-after")).toBe("2");
    proxy.lead(Number(new URL(shop.database.apiUrl).port));
    await expect.poll(async () => (await shop.call("GET", "/readyz")).status).toBe(200);
    await impatient.close();
    const again = await buy(given, ama);
    expect(outcomes(again)).toEqual([
      ...Array.from({ length: 6 }, () => "accepted"),
      ...Array.from({ length: 4 }, () => "insufficient_balance"),
    ]);
    expect(await ordersOf(ama)).toHaveLength(7);
    expect(await balanceOf(ama)).toBe(0);
  });
});

describe("with an API key, a bulk call", () => {
  const byKey = (given: Line[], apiKey: string) =>
    shop.call<Refused>("POST", "/order/bulk", { lines: given }, { apiKey });

  test("buys for the key's owner, under the same keys as their other calls", async () => {
    const kofi = await customer(10, "Agent");
    const given = lines(2);
    const answer = await byKey(given, kofi.apiKey);
    expect(outcomes(answer)).toEqual(["accepted", "accepted"]);
    expect(answer.body.account._id).toBe(kofi._id);
    expect((await buy(given, kofi)).body).toEqual(answer.body);
    expect(await ordersOf(kofi)).toHaveLength(2);
  });

  test("counts each line as a request of the key, and is refused as a whole if that is too many", async () => {
    const kofi = await customer(1000, "Agent");
    const full = Math.floor(serverLimits.api_key_requests_max / 100);
    for (let n = 0; n < full - 1; n++) expect((await byKey(lines(100), kofi.apiKey)).status).toBe(200);
    expect((await byKey(lines(99), kofi.apiKey)).status).toBe(200);
    const given = lines(2);
    const refused = await byKey(given, kofi.apiKey);
    expect(refused).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const count = full * 100 - 1;
    expect(await ordersOf(kofi)).toHaveLength(count);
    // The limit is the program's. Their owner can still buy.
    expect(outcomes(await buy(given, kofi))).toEqual(["accepted", "accepted"]);
  });
});
