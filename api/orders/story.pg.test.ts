import { expect, test } from "vitest";
import type { DecisionAnswer, TopupRecord } from "#contract/topups.ts";
import type { OrderRecord } from "#contract/order-list.ts";
import type { OrderAnswer, PurchaseAnswer } from "#contract/orders.ts";
import type { SessionRecord } from "#contract/sessions.ts";
import type { UserRecord } from "#contract/user-list.ts";
import { openShop } from "#tools/testing/test-shop.ts";

const shop = openShop();

test("a user registers, tops up and buys, and admins process, complete and reject with a refund, over HTTP", async () => {
  const registered = await shop.call<SessionRecord>("POST", "/user/register", {
    username: "  Ama ",
    phone: "024 555 0101",
    email: " AMA@Example.com ",
    password: "correct horse",
  });
  expect(registered.status).toBe(201);
  expect(registered.body).toMatchObject({
    username: "ama",
    email: "ama@example.com",
    phone: "0245550101",
    balance: 0,
  });
  const { token } = registered.body;
  const admin = shop.admin.token;

  const shown = await shop.call<{ nextRechargeId: string }>("GET", "//recharge/next-recharge-id", undefined, {
    token,
  });
  const again = await shop.call<{ nextRechargeId: string }>("GET", "/recharge/next-recharge-id", undefined, {
    token,
  });
  expect(again.body).toEqual(shown.body);
  const rechargeId = shown.body.nextRechargeId;
  const asked = await shop.call<{ message: string; recharge: TopupRecord }>(
    "POST",
    "/recharge",
    { amount: 100, rechargeId },
    { token },
  );
  expect(asked.body.message).toBe(
    `Recharge request submitted successfully. Your reference ID is ${rechargeId}`,
  );
  expect(asked.body.recharge).toMatchObject({ rechargeId, amount: 100, status: "pending" });

  const approve = `/recharge/${asked.body.recharge._id}/approve`;
  const approved = await shop.call<DecisionAnswer>("PUT", approve, {}, { token: admin });
  expect(approved.body).toMatchObject({ balance: 100, user: { phone: "0245550101", balance: 100 } });
  const twice = await shop.call("PUT", approve, {}, { token: admin });
  expect(twice).toMatchObject({ status: 409, body: { code: "recharge_decided", status: "approved" } });

  const order = { network: "MTNup2u", offer: "5 GB", receiver: "0244123456", totalAmount: 22.5 };
  const bought = await shop.call<PurchaseAnswer>("POST", "/order/create", order, { token, key: "first" });
  expect(bought.body).toMatchObject({
    status: "pending",
    totalAmount: 22.5,
    balance: 77.5,
    agentPhoneNumber: "0245550101",
  });
  const retried = await shop.call<PurchaseAnswer>("POST", "/order/create", order, { token, key: "first" });
  expect(retried.body).toEqual(bought.body);

  const move = (id: string, status: string) =>
    shop.call<OrderAnswer>("PUT", `/order/update-status/${id}`, { status }, { token: admin });
  expect((await move(bought.body._id, "completed")).status).toBe(409);
  expect((await move(bought.body._id, "processing")).body.order.status).toBe("processing");
  expect((await move(bought.body._id, "completed")).body.order.status).toBe("completed");

  const second = await shop.call<PurchaseAnswer>("POST", "/order/create", order, { token });
  expect(second.body.balance).toBe(55);
  const rejected = await move(second.body._id, "rejected");
  expect(rejected.body.order).toMatchObject({ status: "rejected", refundedAt: rejected.body.position });
  expect((await move(second.body._id, "rejected")).body).toMatchObject({
    code: "order_decided",
    status: "rejected",
  });

  const [me] = (await shop.call<UserRecord[]>("GET", "/user", undefined, { token })).body;
  expect(me?.balance).toBe(77.5);
  const sales = await shop.call("GET", "/order/sales", undefined, { token });
  expect(sales.body).toMatchObject({ today: { count: 1, value: 22.5 }, month: { count: 1, value: 22.5 } });
  const { wallets, houses } = await shop.books();
  expect(wallets + houses).toBe(0);
});

test("each level pays its own price", async () => {
  const agent = await shop.addUser("kofi", "0205550102", "Agent", 10_000);
  const superAgent = await shop.addUser("yaw", "0275550103", "Super Agent", 10_000);
  const order = { packageId: "mtnup2u-1", receiver: "0244123456" };
  const price = async (token: string) =>
    (await shop.call<PurchaseAnswer>("POST", "/order/create", order, { token })).body.totalAmount;
  expect([await price(agent.token), await price(superAgent.token)]).toEqual([4.6, 4.5]);
});

test("an AFA order needs its form, stores it sealed, and shows it only to its owner and admins", async () => {
  const user = await shop.addUser("adwoa", "0245550777", "Customer", 10_000);
  const { token } = user;
  const items = {
    name: "Adwoa Mensah",
    phone: "0245550777",
    card: "GHA-123456789-0",
    dob: "1990-01-02",
    location: "Kumasi",
  };
  const bare = await shop.call(
    "POST",
    "/order/create",
    { packageId: "afa-1", receiver: "0245550777" },
    { token },
  );
  expect(bare).toMatchObject({ status: 400, body: { code: "form_required" } });
  const order = { network: "AFA", offer: "AFA registration", receiver: "0245550777", items };
  const bought = await shop.call<PurchaseAnswer>("POST", "/order/create", order, { token, key: "afa" });
  expect(bought.body.items).toEqual(items);
  const [own] = (await shop.call<OrderRecord[]>("GET", "/order/allorders", undefined, { token })).body;
  expect(own?.items).toEqual(items);
  const { rows } = await shop.pool.query<{ form: string }>(
    "select form from shop.order_detail where form is not null",
  );
  expect(Buffer.from(rows[0]?.form ?? "", "base64").toString("latin1")).not.toContain("GHA-123456789-0");
});

test("the log contains no personal data", async () => {
  const { rows } = await shop.pool.query<{ line: string }>(
    "select row_to_json(e)::text as line from ledger.event e",
  );
  const log = rows.map((row) => row.line).join("\n");
  for (const secret of [
    "0245550101",
    "0244123456",
    "ama",
    "adwoa",
    "example.com",
    "GHA-123456789-0",
    "argon2",
    "Kumasi",
  ]) {
    expect(log).not.toContain(secret);
  }
});

test("lists come in pages if a limit is given", async () => {
  const user = await shop.addUser("efua", "0245550888", "Customer", 10_000);
  const { token } = user;
  for (let n = 0; n < 5; n++) {
    await shop.call("POST", "/order/create", { packageId: "mtnup2u-1", receiver: "0244123456" }, { token });
  }
  interface Page {
    items: OrderRecord[];
    next: number | null;
    total: number;
  }
  const ids: string[] = [];
  let cursor = "";
  do {
    const { body } = await shop.call<Page>("GET", `/order/allorders?limit=2${cursor}`, undefined, { token });
    expect(body.total).toBe(5);
    ids.push(...body.items.map((order) => order._id));
    cursor = body.next === null ? "" : `&cursor=${body.next}`;
  } while (cursor);
  const whole = await shop.call<OrderRecord[]>("GET", "/order/allorders", undefined, { token });
  expect(ids).toEqual(whole.body.map((order) => order._id));
  expect(ids).toHaveLength(5);
});
