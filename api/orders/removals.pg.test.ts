import pg from "pg";
import { beforeEach, expect, test } from "vitest";
import type { Page } from "#contract/lists.ts";
import type { RemovalAnswer } from "#contract/removals.ts";
import { openReads } from "#ledger/tables/open-reads.ts";
import { topupIds } from "#ledger/topups/reads.ts";
import { verify } from "#ledger/verify/verify.ts";
import { openTestShop, type TestShop } from "#tools/testing/test-shop.ts";
import { connect } from "#tools/testing/database.ts";

let orders: Record<"pending" | "processing" | "completed" | "rejected", number>;
let requests: Record<"pending" | "approved" | "declined", number>;
let topup = 900_000;

const shop = openTestShop();
const ama = shop.userOfFile("ama", "0245550101", "Customer", 90_000_000);
const kofi = shop.userOfFile("kofi", "0205550102");

beforeEach(async () => {
  await shop.declineTopups();
  await removeAll("/order/del-all-orders");
  await removeAll("/recharge/del-all-requests");
  orders = { pending: await buy(), processing: await buy(), completed: await buy(), rejected: await buy() };
  for (const order of [orders.processing, orders.completed]) await admin("process_order", { order });
  await admin("complete_order", { order: orders.completed });
  await admin("reject_order", { order: orders.rejected, reason: null });
  requests = { pending: await ask(), approved: await ask(), declined: await ask() };
  await admin("approve_topup", { topup: requests.approved });
  await admin("decline_topup", { topup: requests.declined });
});

const admin = (...[type, intent]: [Parameters<TestShop["command"]>[0], object]) =>
  shop.command(type, shop.admin._id, intent as never);

async function buy(): Promise<number> {
  const { body } = await shop.buy(ama);
  return body.id;
}

async function ask(): Promise<number> {
  topup += 1;
  await shop.requestTopup(ama, topup, 60_00);
  return topup;
}

async function rejectedOrder(): Promise<number> {
  const order = await buy();
  await admin("reject_order", { order, reason: null });
  return order;
}

async function declinedRequest(): Promise<number> {
  const asked = await ask();
  await admin("decline_topup", { topup: asked });
  return asked;
}

const remove = (path: string, token = shop.admin.token, key?: string) =>
  shop.as({ token }).delete(path, undefined, { key });
const removeAll = async (path: string) => (await remove(path)).body as unknown as RemovalAnswer;

async function shown(list: string, token = shop.admin.token): Promise<number[]> {
  const { body } = await shop.as({ token }).get<{ _id: string }[]>(list);
  return body.map(({ _id }) => Number(_id));
}
async function total(list: string, token = shop.admin.token): Promise<number> {
  return (await shop.as({ token }).get<Page<unknown>>(`${list}limit=2`)).body.total;
}

test("a removed order is gone from the lists of its owner and the admins, but still counts as a sale and stays in the log", async () => {
  const before = await total("/order/allorders?", ama.token);
  const completed = await total("/order/allorders?status=completed&");
  const sales = await shop.as(ama).get("/order/sales");
  const answer = await remove(`/order/delete/${orders.completed}`, shop.admin.token, "remove-1");
  expect(answer).toMatchObject({ status: 200, body: { message: "Order removed" } });
  for (const token of [ama.token, shop.admin.token])
    expect(await shown("/order/allorders", token)).not.toContain(orders.completed);
  expect(await total("/order/allorders?", ama.token)).toBe(before - 1);
  expect(await total("/order/allorders?status=completed&")).toBe(completed - 1);
  const counts = await shop.as(shop.admin).get("/order/counts");
  expect(counts.body).toMatchObject({ completed: completed - 1 });
  const after = await shop.as(ama).get("/order/sales");
  expect(after.body).toEqual(sales.body);
  const again = await remove(`/order/delete/${orders.completed}`, shop.admin.token, "remove-1");
  expect(again.body).toEqual(answer.body);
  expect(await remove(`/order/delete/${orders.completed}`)).toMatchObject({
    status: 404,
    body: { code: "order_unknown", message: "Order not found" },
  });
});

test("a removal reaches every client that may show the row, also one that was disconnected, and nobody else", async () => {
  const users = [shop.admin, ama, kofi];
  const open = await Promise.all(users.map((user) => shop.live(user, null)));
  const position = open[0]!.messages[0]!.position;
  await remove(`/order/delete/${orders.rejected}`);
  await remove(`/recharge/delete/${requests.declined}`);
  const back = await Promise.all(users.map((user) => shop.live(user, position)));
  // It comes later in the log: a client that has this one would have the other too.
  await shop.as(shop.admin).put("/extra/notice", { noticeContent: "after it" });
  for (const clients of [open, back]) {
    for (const client of clients)
      await client.next(
        (m) => "event" in m && m.event === "noticeUpdated" && m.data.noticeContent === "after it",
      );
    const heard = clients.map(({ messages }) =>
      messages.flatMap((m) => ("event" in m && m.event === "removed" ? [m.data] : [])),
    );
    const both = [
      { list: "order", _id: String(orders.rejected) },
      { list: "recharge", _id: String(requests.declined) },
    ];
    for (const of of heard.slice(0, 2)) {
      expect(of).toHaveLength(2);
      expect(of).toEqual(expect.arrayContaining(both));
    }
    expect(heard[2]).toEqual([]);
    for (const client of clients) client.close();
  }
});

test("a deleted user is removed from the admins' lists, and customers get no event", async () => {
  const leaving = await shop.addUser("leaving", "0245550109");
  const [admin, customer] = await Promise.all([shop.live(shop.admin, null), shop.live(kofi, null)]);
  const { position } = admin!.messages[0]!;
  await shop.as(shop.admin).delete(`/user/delete/${leaving._id}`);
  await shop.as(shop.admin).put("/extra/notice", { noticeContent: "deleted" });
  const back = await shop.live(shop.admin, position);
  for (const client of [admin!, back, customer!])
    await client.next(
      (m) => "event" in m && m.event === "noticeUpdated" && m.data.noticeContent === "deleted",
    );
  const data = { list: "user", _id: leaving._id };
  for (const client of [admin!, back]) {
    expect(client.messages).toContainEqual(expect.objectContaining({ event: "removed", data }));
    expect(
      client.messages.filter((m) => "event" in m && m.event === "userUpdated" && m.data._id === data._id),
    ).toEqual([]);
  }
  expect(JSON.stringify(customer!.messages)).not.toContain(leaving._id);
  for (const client of [admin!, back, customer!]) client.close();
});

test("a removed order does not come back through the feed", async () => {
  const before = await shop.live(ama, null);
  const welcome = before.messages.find((message) => "type" in message);
  await remove(`/order/delete/${orders.rejected}`);
  await remove(`/recharge/delete/${requests.declined}`);
  const later = await buy();
  const isOrder = (id: number) => (m: (typeof before.messages)[number]) =>
    "event" in m && m.event === "ordersUpdated" && m.data.id === id;
  const back = await shop.live(ama, welcome?.position ?? 0);
  for (const client of [before, back]) {
    await client.next(isOrder(later));
    expect(client.messages.filter(isOrder(orders.rejected))).toEqual([]);
    expect(JSON.stringify(client.messages)).not.toContain(`T-${requests.declined}"`);
    client.close();
  }
});

test("a decided request is removed", async () => {
  const before = await total("/recharge?");
  const answer = await remove(`/recharge/delete/${requests.approved}`, shop.admin.token, "request-1");
  expect(answer).toMatchObject({ status: 200, body: { message: "Recharge request removed" } });
  expect(await shown("/recharge", ama.token)).not.toContain(requests.approved);
  expect(await total("/recharge?")).toBe(before - 1);
  const again = await remove(`/recharge/delete/${requests.approved}`, shop.admin.token, "request-1");
  expect(again.body).toEqual(answer.body);
  expect(await remove(`/recharge/delete/${requests.approved}`)).toMatchObject({
    status: 404,
    body: { code: "recharge_unknown" },
  });
});

test("open rows cannot be removed, and only admins can remove anything", async () => {
  const before = await shop.books();
  for (const status of ["pending", "processing"] as const) {
    const answer = await remove(`/order/delete/${orders[status]}`);
    expect(answer).toMatchObject({ status: 409, body: { code: "order_open", status } });
    expect(answer.body["message"]).toBe(`This order is still ${status}`);
  }
  expect(await remove(`/recharge/delete/${requests.pending}`)).toMatchObject({
    status: 409,
    body: { code: "recharge_open", message: "This recharge request is still pending" },
  });
  for (const path of [
    `/order/delete/${orders.completed}`,
    "/order/del-all-orders",
    `/recharge/delete/${requests.approved}`,
    "/recharge/del-all-requests",
  ]) {
    expect(await remove(path, ama.token)).toMatchObject({ status: 403, body: { code: "admin_only" } });
    expect((await shop.call("DELETE", path)).status).toBe(401);
  }
  for (const path of ["/order/delete/x", "/recharge/delete/0"]) expect((await remove(path)).status).toBe(404);
  expect(await shop.books()).toEqual(before);
});

test("a removal of all removes the decided rows and answers how many stay; a second one removes nothing", async () => {
  const open = (await total("/order/allorders?")) - 2;
  expect(await removeAll("/order/del-all-orders")).toEqual({
    message: `2 orders removed; ${open} orders still open stay`,
    removed: 2,
    kept: open,
  });
  expect(await removeAll("/order/del-all-orders")).toMatchObject({ removed: 0, kept: open });
  expect(await shown("/order/allorders")).toHaveLength(open);
  const pending = (await total("/recharge?")) - 2;
  expect(await removeAll("/recharge/del-all-requests")).toMatchObject({ removed: 2, kept: pending });
  expect(await shown("/recharge")).toHaveLength(pending);
});

test("a retried removal of all under its key is the same removal, even while the first one runs or much later", async () => {
  for (const [path, what, make] of [
    ["/order/del-all-orders", "order_removed", rejectedOrder],
    ["/recharge/del-all-requests", "topup_removed", declinedRequest],
  ] as const) {
    const count = async () =>
      (await shop.pool.query<{ count: number }>("select count(*) from ledger.event where type = $1", [what]))
        .rows[0]!.count;
    const before = await count();
    const once = () => remove(path, shop.admin.token, `all ${path}`.replaceAll(" ", "-"));
    const [first, second] = await Promise.all([once(), once()]);
    expect(first).toMatchObject({ status: 200, body: { removed: 2 } });
    expect(second.body).toEqual(first.body);
    expect(await count()).toBe(before + 2);
    // Rows that were decided since are not part of it.
    const late = await make();
    expect((await once()).body).toEqual(first.body);
    expect(await count()).toBe(before + 2);
    expect(await shown(path.startsWith("/order") ? "/order/allorders" : "/recharge")).toContain(late);
    expect((await remove(path)).body).toMatchObject({ removed: 1 });
    expect((await remove(path)).body).toMatchObject({ removed: 0 });
  }
});

test("an interrupted removal continues under its key with the rows decided by then, and answers the whole count", async () => {
  const path = "/order/del-all-orders";
  const once = () => remove(path, shop.admin.token, "cut-off");
  const [first, stuck] = [await rejectedOrder(), await rejectedOrder()];
  const open = orders.pending;
  const owner = new pg.Client({ connectionString: shop.database.ownerUrl });
  await owner.connect();
  await owner.query(`
    create function public.stuck() returns trigger language plpgsql as $$ begin raise exception 'stuck'; end $$;
    create trigger stuck before update on ledger."order" for each row when (new.hidden and new.id = ${stuck})
      execute function public.stuck()`);
  expect((await once()).status).toBe(500);
  const between = await shown("/order/allorders");
  expect(between).toContain(stuck);
  expect(between).not.toContain(first);
  await owner.query(`drop trigger stuck on ledger."order"; drop function public.stuck()`);
  await owner.end();
  const since = await rejectedOrder();
  expect((await once()).body).toMatchObject({ removed: 4 });
  const left = await shown("/order/allorders");
  expect(left).toEqual(expect.arrayContaining([since, open]));
  expect(left).not.toContain(stuck);
});

test("requests to remove are read in portions by time, whatever their numbers", async () => {
  const made: number[] = [];
  for (let n = 0; n < 5; n++) {
    topup = 950_000 - n * 10;
    made.push(await declinedRequest());
  }
  topup = 960_000;
  const db = openReads(shop.pool);
  const found: number[] = [];
  for (let after = 0; ;) {
    const upTo = (await shop.books()).position;
    const portion = await topupIds(db, { status: "declined", after, upTo, limit: 2 });
    found.push(...portion);
    if (portion.length < 2) break;
    after = portion.at(-1) ?? 0;
  }
  expect(found).toEqual([requests.declined, ...made]);
});

test("the key of a removal is refused for another removal and for a purchase", async () => {
  const reused = { status: 422, body: { code: "key_reused" } };
  expect((await remove("/order/del-all-orders", shop.admin.token, "one")).status).toBe(200);
  expect(await remove("/recharge/del-all-requests", shop.admin.token, "one")).toMatchObject(reused);
  const order = await rejectedOrder();
  expect((await remove(`/order/delete/${order}`, shop.admin.token, "two")).status).toBe(200);
  expect(await remove("/order/del-all-orders", shop.admin.token, "two")).toMatchObject(reused);
});

test("two admins at once remove two thousand orders, each order once", async () => {
  const placed: number[] = [];
  const intent = {
    package: { id: "mtnup2u-1" },
    expected_price: null,
    receiver: "0244123456",
    form: null,
  };
  const open = await total("/order/allorders?");
  for (let n = 0; n < 4; n++) {
    const first = 1 + Math.max(0, ...placed, ...(n === 0 ? await shown("/order/allorders") : []));
    await Promise.all(Array.from({ length: 500 }, () => shop.command("place_order", ama._id, intent)));
    for (let id = first; id < first + 500; id++) placed.push(id);
    const rejected = placed.slice(-500);
    await Promise.all(rejected.map((order) => admin("reject_order", { order, reason: null })));
  }
  const [one, two] = await Promise.all([
    removeAll("/order/del-all-orders"),
    removeAll("/order/del-all-orders"),
  ]);
  expect(one.removed + two.removed).toBe(2000 + 2);
  expect(await total("/order/allorders?")).toBe(open - 2);
  expect(await total("/order/allorders?", kofi.token)).toBe(0);
});

test("the projections match the log after all removals", async () => {
  const client = await connect(shop.database.ownerUrl);
  expect((await verify(client)).findings).toEqual([]);
  await client.end();
});
