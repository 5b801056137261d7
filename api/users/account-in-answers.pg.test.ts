/**
 * Answers to calls that move money carry the whole account as the feed does, so that the page does not have to compute
 * it.
 */
import { randomUUID } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { openTestShop } from "#tools/testing/test-shop.ts";
import { Principals } from "../serve/principals.ts";
import type { OrderAnswer, PurchaseAnswer } from "#contract/orders.ts";
import type { DecisionAnswer } from "#contract/topups.ts";
import type { UserRecord } from "#contract/user-list.ts";
import type { BalanceAnswer } from "#contract/users.ts";

const shop = openTestShop();
const ama = shop.userOfFile("ama", "0245550101", "Customer", 100_000);
afterEach(() => void vi.restoreAllMocks());

test("a purchase answers the buyer's account after the purchase", async () => {
  const bought = await buy();
  expect(bought.account).toEqual(await accountNow());
  expect(bought.account).toMatchObject({ balance: bought.balance, position: bought.position });
});

test("a purchase after another process changed the name and level answers the new ones", async () => {
  await buy();
  // From here on this process does not learn that the cached person has changed.
  vi.spyOn(Principals.prototype, "follow").mockImplementation(() => undefined);
  const rename = { text: `update shop."user" set first_name = 'Akosua' where id = $1`, values: [ama._id] };
  await shop.command("change_profile", ama._id, { user: ama._id, fields: ["first_name"] }, [rename]);
  await shop.command("change_level", "system", { user: ama._id, level: "Agent" });
  const bought = await buy();
  expect(bought.account).toEqual(await accountNow());
  expect(bought.account).toMatchObject({
    firstName: "Akosua",
    userLevel: "Agent",
    position: bought.position,
  });
});

test("a retried purchase answers the present account and the balance after the purchase", async () => {
  const key = randomUUID();
  const first = await buy(key);
  const second = await buy();
  const retried = await buy(key);
  expect(retried).toEqual({ ...first, account: second.account });
});

test("a rejection with a refund answers the buyer's account, other steps of an order do not", async () => {
  const { _id } = await buy();
  const processed = await move(_id, { status: "processing" });
  expect(processed.account).toBeUndefined();
  const rejected = await move(_id, { status: "rejected", reason: "no stock" });
  expect(rejected.account).toEqual(await accountNow());
  expect(rejected.account?.position).toBe(rejected.position);
});

test("deciding on a top-up answers the user's account", async () => {
  const before = await accountNow();
  const approved = await decide("approve");
  expect(approved.account).toEqual(await accountNow());
  expect(approved.account).toMatchObject({ balance: before.balance + 60, position: approved.position });
  const declined = await decide("decline");
  expect(declined.account).toEqual(approved.account);
});

test("a correction answers the account, unless it waits for a second admin", async () => {
  const done = await correct(1);
  expect(done.account).toEqual(await accountNow());
  expect(done.account).toMatchObject({ balance: done.balance, position: done.position });
  await shop.addUser("second", "0240000008", "Admin");
  await shop.command("change_correction_limit", "system", { limit: 100_00 });
  const filed = await correct(5000);
  expect(filed.pending).toBe(true);
  expect(filed.account).toBeUndefined();
});

async function buy(key?: string): Promise<PurchaseAnswer> {
  const order = { packageId: "mtnup2u-1", receiver: "0244123456" };
  const options = { token: ama.token, key };
  return (await shop.call<PurchaseAnswer>("POST", "/order/create", order, options)).body;
}

async function accountNow(): Promise<UserRecord> {
  const answer = await asAdmin<{ user: UserRecord }>("GET", `/user/${ama._id}/account`);
  return answer.user;
}

function move(order: string, body: object): Promise<OrderAnswer> {
  return asAdmin<OrderAnswer>("PUT", `/order/update-status/${order}`, body);
}

let transactions = 4_000_000_000;

async function decide(decision: "approve" | "decline"): Promise<DecisionAnswer> {
  const asked = { amount: 60, momoTransactionId: String((transactions += 1)) };
  const { body } = await shop.as(ama).post<{ recharge: { _id: string } }>("/recharge", asked);
  return asAdmin<DecisionAnswer>("PUT", `/recharge/${body.recharge._id}/${decision}`);
}

function correct(amount: number): Promise<BalanceAnswer> {
  return asAdmin<BalanceAnswer>("PUT", "/user/balance", { amount, chosenId: ama._id, reason: "test" });
}

async function asAdmin<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await shop.call<T>(method, path, body, { token: shop.admin.token });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
}
