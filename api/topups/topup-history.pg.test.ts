/** Who asked for a top-up, decided it and corrected it. */
import { expect, test } from "vitest";
import type { TopupHistory } from "#contract/topups.ts";
import { openTestShop } from "#tools/testing/test-shop.ts";

const shop = openTestShop();
const ama = shop.userOfFile("ama", "0245550101");
const kofi = shop.userOfFile("kofi", "0245550102", "Admin");

async function ask(body: object): Promise<number> {
  const { body: answer } = await shop.as(ama).post<{ recharge: { _id: string } }>("/recharge", body);
  return Number(answer.recharge._id);
}

async function historyOf(topup: number) {
  const { body } = await shop.as(shop.admin).get<TopupHistory>(`/recharge/${topup}/history`);
  return body;
}

test("an approved request shows who approved it, what it credited, and who corrected it and why", async () => {
  const topup = await ask({ amount: 60 });
  await shop.command("approve_topup", kofi._id, { topup });
  const corrects = (await historyOf(topup)).at(-1)!.position;
  const correction = { user: ama._id, amount: -1000, reason: "only 50 came", corrects };
  await shop.command("correct_balance", shop.admin._id, correction);
  // Another correction of the same wallet is not the request's.
  await shop.command("correct_balance", kofi._id, { ...correction, amount: 5, corrects: null });
  expect(await historyOf(topup)).toMatchObject([
    { step: "asked", by: "ama", amount: null, reason: null, requester: null },
    { step: "approved", by: "kofi", amount: 60, reason: null },
    { step: "corrected", by: "admin", amount: -10, reason: "only 50 came" },
  ]);
  expect(await historyOf(topup)).toHaveLength(3);
});

test("a declined agent request shows who declined it and the reason", async () => {
  const topup = await ask({ amount: 50, purpose: "agent-upgrade" });
  await shop.command("decline_topup", kofi._id, { topup, reason: "no payment came" });
  expect(await historyOf(topup)).toMatchObject([
    { step: "asked", by: "ama" },
    { step: "declined", by: "kofi", reason: "no payment came", amount: null },
  ]);
});

test("a request beside the same payment shows why it was approved, and a removed one shows nothing", async () => {
  const first = await ask({ amount: 60, momoTransactionId: "MP1" });
  const topup = await ask({ amount: 60, momoTransactionId: "MP1" });
  const { status } = await shop.as(kofi).put(`/recharge/${topup}/approve`, {
    seen: { others: [{ rechargeId: `T-${first}`, status: "pending" }] },
    reason: "two payments",
  });
  expect(status).toBe(200);
  expect((await historyOf(topup)).map(({ step, by, reason }) => [step, by, reason])).toEqual([
    ["asked", "ama", null],
    ["same payment", "kofi", "two payments"],
    ["approved", "kofi", null],
  ]);
  await shop.command("remove_topup", kofi._id, { topup });
  expect(await historyOf(topup)).toMatchObject({ code: "recharge_unknown" });
});
