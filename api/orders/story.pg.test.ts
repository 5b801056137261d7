import { expect, test } from "vitest";
import type { DecisionAnswer, TopupRecord } from "#contract/topups.ts";
import type { OrderRecord } from "#contract/order-list.ts";
import type { OrderAnswer, PurchaseAnswer } from "#contract/orders.ts";
import type { SessionRecord } from "#contract/sessions.ts";
import type { UserRecord } from "#contract/user-list.ts";
import { openTestShop } from "#tools/testing/test-shop.ts";

const shop = openTestShop();

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

  const shown = await shop.as({ token }).get<{ nextRechargeId: string }>("//recharge/next-recharge-id");
  const again = await shop.as({ token }).get<{ nextRechargeId: string }>("/recharge/next-recharge-id");
  expect(again.body).toEqual(shown.body);
  const rechargeId = shown.body.nextRechargeId;
  const asked = await shop
    .as({ token })
    .post<{ message: string; recharge: TopupRecord }>("/recharge", { amount: 100, rechargeId });
  expect(asked.body.message).toBe(
    `Recharge request submitted successfully. Your reference ID is ${rechargeId}`,
  );
  expect(asked.body.recharge).toMatchObject({ rechargeId, amount: 100, status: "pending" });

  const approve = `/recharge/${asked.body.recharge._id}/approve`;
  const approved = await shop.as({ token: admin }).put<DecisionAnswer>(approve, {});
  expect(approved.body).toMatchObject({ balance: 100, user: { phone: "0245550101", balance: 100 } });
  const twice = await shop.as({ token: admin }).put(approve, {});
  expect(twice).toMatchObject({ status: 409, body: { code: "recharge_decided", status: "approved" } });

  const order = { network: "MTNup2u", offer: "5 GB", receiver: "0244123456", totalAmount: 22.5 };
  const bought = await shop.as({ token }).post<PurchaseAnswer>("/order/create", order, { key: "first" });
  expect(bought.body).toMatchObject({
    status: "pending",
    totalAmount: 22.5,
    balance: 77.5,
    agentPhoneNumber: "0245550101",
  });
  const retried = await shop.as({ token }).post<PurchaseAnswer>("/order/create", order, { key: "first" });
  expect(retried.body).toEqual(bought.body);

  const move = (id: string, status: string) =>
    shop.as({ token: admin }).put<OrderAnswer>(`/order/update-status/${id}`, { status });
  expect((await move(bought.body._id, "completed")).status).toBe(409);
  expect((await move(bought.body._id, "processing")).body.order.status).toBe("processing");
  expect((await move(bought.body._id, "completed")).body.order.status).toBe("completed");

  const second = await shop.as({ token }).post<PurchaseAnswer>("/order/create", order);
  expect(second.body.balance).toBe(55);
  const rejected = await move(second.body._id, "rejected");
  expect(rejected.body.order).toMatchObject({ status: "rejected", refundedAt: rejected.body.position });
  expect((await move(second.body._id, "rejected")).body).toMatchObject({
    code: "order_decided",
    status: "rejected",
  });

  const [me] = (await shop.as({ token }).get<UserRecord[]>("/user")).body;
  expect(me?.balance).toBe(77.5);
  const sales = await shop.as({ token }).get("/order/sales");
  expect(sales.body).toMatchObject({ today: { count: 1, value: 22.5 }, month: { count: 1, value: 22.5 } });
  const { wallets, houses } = await shop.books();
  expect(wallets + houses).toBe(0);
});

test("each level pays its own price", async () => {
  const agent = await shop.addUser("kofi", "0205550102", "Agent", 10_000);
  const superAgent = await shop.addUser("yaw", "0275550103", "Super Agent", 10_000);
  const price = async (token: string) => (await shop.buy({ token })).body.totalAmount;
  expect([await price(agent.token), await price(superAgent.token)]).toEqual([4.6, 4.5]);
});

test("an AFA order needs its form, stores it sealed, and shows it only to its owner and admins", async () => {
  const user = await shop.addUser("adwoa", "0245550777", "Customer", 10_000);
  const items = {
    name: "Adwoa Mensah",
    phone: "0245550777",
    card: "GHA-123456789-0",
    dob: "1990-01-02",
    location: "Kumasi",
  };
  const bare = await shop.buy(user, "afa-1", "0245550777");
  expect(bare).toMatchObject({ status: 400, body: { code: "form_required" } });
  const order = { network: "AFA", offer: "AFA registration", receiver: "0245550777", items };
  const bought = await shop.as(user).post<PurchaseAnswer>("/order/create", order, { key: "afa" });
  expect(bought.body.items).toEqual(items);
  const [own] = (await shop.as(user).get<OrderRecord[]>("/order/allorders")).body;
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
  for (let n = 0; n < 5; n++) {
    await shop.buy(user);
  }
  interface Page {
    items: OrderRecord[];
    next: number | null;
    total: number;
  }
  const ids: string[] = [];
  let cursor = "";
  do {
    const { body } = await shop.as(user).get<Page>(`/order/allorders?limit=2${cursor}`);
    expect(body.total).toBe(5);
    ids.push(...body.items.map((order) => order._id));
    cursor = body.next === null ? "" : `&cursor=${body.next}`;
  } while (cursor);
  const whole = await shop.as(user).get<OrderRecord[]>("/order/allorders");
  expect(ids).toEqual(whole.body.map((order) => order._id));
  expect(ids).toHaveLength(5);
});
