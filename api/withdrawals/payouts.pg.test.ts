/** Withdrawals that Paystack pays, against its hostile double: paid once, and never guessed. */
import { createHmac, randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { withClient } from "#ledger/connect/connect.ts";
import { payoutReference, usualWithdrawalRules } from "#contract/terms/withdrawals.ts";
import type { OddPaymentRecord, Rails } from "#contract/payments.ts";
import type { TransferFate } from "#tools/doubles/paystack/fates.ts";
import type { WithdrawalAnswer, WithdrawalRecord } from "#contract/withdrawals.ts";
import type { Page } from "#contract/lists.ts";
import { connect } from "#tools/testing/database.ts";
import { openTestPaystack } from "#tools/testing/test-paystack.ts";
import { openTestShop, type TestUser } from "#tools/testing/test-shop.ts";

const minute_ms = 60_000;
const paystack = openTestPaystack({ seed: 11, opening: 9_000_00 });
const shop = openTestShop(() => paystack.options);
let users = 0;

beforeAll(async () => {
  const rules = {
    ...usualWithdrawalRules,
    isOn: true,
    who: "everyone",
    what: "everything",
    fee: 50,
  } as const;
  await shop.command("change_withdrawal_rules", "system", rules);
  // What Paystack has of the shop already.
  const paid = { rail: "paystack", amount: -9_000_00, reason: "put in" } as const;
  await shop.command("transfer_from_rail", "system", paid);
});

/** A user with ¢100.00 has asked for ¢50.00, and an admin has Paystack pay it. `unanswered`: so many asks whether it exists. */
async function sent(
  fate: Partial<TransferFate> = {},
  unanswered = 0,
): Promise<{ user: TestUser; id: string }> {
  users += 1;
  const user = await shop.addUser(`payee${users}`, `0244${String(100_000 + users)}`, "Agent", 100_00);
  await shop.pool.query(`update shop."user" set phone_proved_at = now() where id = $1`, [user._id]);
  const body = { amount: 50, fee: 0.5 };
  const asked = await shop.as(user).post<WithdrawalAnswer>("/withdrawal", body, { key: randomUUID() });
  const { _id: id } = asked.body.withdrawal;
  paystack.forceNextTransfer(fate);
  for (let times = 0; times < unanswered; times += 1)
    paystack.forceRequest(`/transfer/verify/${payoutReference(id)}`, { answer: "error before" });
  await send(id);
  return { user, id };
}

async function send(id: string): Promise<void> {
  const { status } = await shop.as(shop.admin).put(`/withdrawal/${id}/send`, { rail: "paystack" });
  expect(status).toBe(200);
}

const transferOf = (id: string) => paystack.transfers.get(payoutReference(id));

async function seen(id: string): Promise<WithdrawalRecord | undefined> {
  const path = "/withdrawal?limit=100&status=";
  for (const status of ["open", "paid", "failed"]) {
    const { body } = await shop.as(shop.admin).get<Page<WithdrawalRecord>>(path + status);
    const found = body.items.find(({ _id }) => _id === id);
    if (found) return found;
  }
  return undefined;
}
const statusOf = async (id: string) => (await seen(id))?.status;

/** Lets the shop ask about it now, as it would after a while. */
async function askNow(id: string): Promise<void> {
  await shop.pool.query("update shop.payout set next_at = now() where withdrawal = $1", [id]);
}

const asksOf = async (id: string) =>
  (await shop.pool.query<{ asks: number }>("select asks from shop.payout where withdrawal = $1", [id]))
    .rows[0]?.asks ?? 0;

/** Nothing else is asked meanwhile, so the next request is about the next withdrawal. */
async function leaveOthers(): Promise<void> {
  await shop.pool.query("update shop.payout set next_at = now() + interval '2 days'");
}

/** Lets the shop ask now, and waits until it has made up its mind. */
async function askedAgain(id: string): Promise<void> {
  // An ask that is still running would note its own time over the new one.
  const before = await noted(id, 0);
  await askNow(id);
  await noted(id, before);
}

/** Waits until what the last ask said is noted, and there were more asks than this. @returns how many there were */
async function noted(id: string, asks: number): Promise<number> {
  const done = `select asks from shop.payout where withdrawal = $1 and asks > $2
    and next_at not between now() + interval '100 seconds' and now() + interval '130 seconds'`;
  const find = async () => (await shop.pool.query<{ asks: number }>(done, [id, asks])).rows[0]?.asks;
  await expect.poll(find).toBeGreaterThan(asks);
  return (await find()) ?? asks + 1;
}

/** What is listed for an admin to look at. */
async function odd(): Promise<OddPaymentRecord[]> {
  return (await shop.as(shop.admin).get<OddPaymentRecord[]>("/payment/odd")).body;
}

async function light() {
  const { body } = await shop.as(shop.admin).get<Rails>("/payment/rails");
  return body.rails.find(({ rail }) => rail === "paystack");
}

test("an approved withdrawal is paid once, with what the rail took, and the rail's light counts it", async () => {
  expect(await light()).toMatchObject({ books: 9000, own: 9000, agrees: true });
  const { user, id } = await sent();
  await expect.poll(() => transferOf(id)?.stage).toBe("pending");
  expect(transferOf(id)).toMatchObject({
    amount: 49_50,
    recipient: { account_number: "0244100001", bank_code: "MTN", name: "payee1" },
  });
  // It has left Paystack, and nobody knows yet whether it arrives.
  expect(await light()).toMatchObject({
    books: 9000,
    own: 8949.5,
    onTheirWay: { count: 1, value: 49.5 },
    agrees: null,
  });
  await paystack.clock.advance(2 * minute_ms);
  await expect.poll(() => statusOf(id)).toBe("paid");
  expect(await seen(id)).toMatchObject({ transaction: transferOf(id)?.code, by: null });
  expect(await light()).toMatchObject({ books: 8949.5, own: 8949.5, agrees: true });
  expect(await shop.balanceOf(user)).toBe(50_00);
  expect(transferOf(id)?.asked).toBe(1);
});

test.each(["first", "twice", "never", "days late"] as const)(
  "with a webhook that comes %s, it is paid once",
  async (webhook) => {
    const { user, id } = await sent({ webhook });
    await expect.poll(() => transferOf(id)?.stage).toBe("pending");
    await paystack.clock.advance(2 * minute_ms);
    await askNow(id);
    await expect.poll(() => statusOf(id)).toBe("paid");
    await paystack.clock.advance(4 * 24 * 60 * minute_ms);
    expect([await statusOf(id), await shop.balanceOf(user)]).toEqual(["paid", 50_00]);
  },
);

test("what the network refuses is back in the wallet, with the shop's fee", async () => {
  const { user, id } = await sent({ outcome: "failed" });
  await expect.poll(() => transferOf(id)?.stage).toBe("pending");
  await paystack.clock.advance(2 * minute_ms);
  await expect.poll(() => statusOf(id)).toBe("failed");
  expect(await shop.balanceOf(user)).toBe(100_00);
});

test("what was paid and came back is back in the wallet, once", async () => {
  const { user, id } = await sent({ outcome: "reversed later", webhook: "twice" });
  await expect.poll(() => transferOf(id)?.stage).toBe("pending");
  await paystack.clock.advance(2 * minute_ms);
  await expect.poll(() => statusOf(id)).toBe("paid");
  await paystack.clock.advance(3 * 60 * minute_ms);
  await expect.poll(() => statusOf(id)).toBe("failed");
  expect(await shop.balanceOf(user)).toBe(100_00);
});

test("a webhook that got lost does not hide that the money came back: the rail is asked once more", async () => {
  const { user, id } = await sent({ outcome: "reversed later", webhook: "never" });
  await expect.poll(() => transferOf(id)?.stage).toBe("pending");
  await paystack.clock.advance(2 * minute_ms);
  await askNow(id);
  await expect.poll(() => statusOf(id)).toBe("paid");
  await paystack.clock.advance(3 * 60 * minute_ms);
  await askNow(id);
  await expect.poll(() => statusOf(id)).toBe("failed");
  expect(await shop.balanceOf(user)).toBe(100_00);
});

test("what failed and was paid after all is listed, and credited to nobody", async () => {
  const { user, id } = await sent({ outcome: "failed, paid later" });
  await expect.poll(() => transferOf(id)?.stage).toBe("pending");
  await paystack.clock.advance(2 * minute_ms);
  await expect.poll(() => statusOf(id)).toBe("failed");
  await paystack.clock.advance(2 * 60 * minute_ms);
  await expect.poll(odd).toMatchObject([{ kind: "paid after all", user: { _id: user._id }, amount: 49.5 }]);
  expect([await statusOf(id), await shop.balanceOf(user)]).toEqual(["failed", 100_00]);
});

test("what failed and was paid after all is listed also if its webhook got lost: the rail is asked once more", async () => {
  const { user, id } = await sent({ outcome: "failed, paid later", webhook: "never" });
  await expect.poll(() => transferOf(id)?.stage).toBe("pending");
  await paystack.clock.advance(2 * minute_ms);
  await askNow(id);
  await expect.poll(() => statusOf(id)).toBe("failed");
  // Told of the failure once more, the shop still asks tomorrow.
  await askedAgain(id);
  await paystack.clock.advance(2 * 60 * minute_ms);
  await askNow(id);
  await expect
    .poll(odd)
    .toContainEqual(expect.objectContaining({ user: expect.objectContaining({ _id: user._id }) }));
  expect([await statusOf(id), await shop.balanceOf(user)]).toEqual(["failed", 100_00]);
});

test("a process that dies as soon as a withdrawal has failed leaves the question of tomorrow", async () => {
  const { user, id } = await sent({ outcome: "failed, paid later", webhook: "never" });
  await expect.poll(() => transferOf(id)?.stage).toBe("pending");
  // Nothing is stored of it any more after the commit that ends it.
  await withClient(shop.database.ownerUrl, "test", (client) =>
    client.query(`
      create function public.dead() returns trigger language plpgsql as $$ begin
        if exists (select from ledger.withdrawal w where w.id = new.withdrawal and w.status = 'failed'
          and w.xmin <> pg_current_xact_id()::xid) then raise exception 'dead'; end if;
        return new;
      end $$;
      create trigger dead before update on shop.payout for each row when (new.withdrawal = '${id}') execute function public.dead()`),
  );
  await paystack.clock.advance(2 * minute_ms);
  await askNow(id);
  await expect.poll(() => statusOf(id)).toBe("failed");
  await withClient(shop.database.ownerUrl, "test", (client) =>
    client.query("drop trigger dead on shop.payout; drop function public.dead"),
  );
  await paystack.clock.advance(2 * 60 * minute_ms);
  await askNow(id);
  await expect
    .poll(odd)
    .toContainEqual(expect.objectContaining({ user: expect.objectContaining({ _id: user._id }) }));
});

test.each(["unsigned", "wrong key", "wrong hash", "other body signed"] as const)(
  "a forged report that it failed is not believed (%s)",
  async (forgery) => {
    const { user, id } = await sent({ outcome: "pending", forgery });
    await expect.poll(() => transferOf(id)?.stage).toBe("pending");
    await paystack.clock.advance(minute_ms);
    await askedAgain(id);
    expect([await statusOf(id), await shop.balanceOf(user)]).toEqual(["sent", 50_00]);
  },
);

test("a true report is a hint only: what it says is asked first", async () => {
  const { user, id } = await sent({ outcome: "pending" });
  await expect.poll(() => transferOf(id)?.stage).toBe("pending");
  const before = await asksOf(id);
  const reference = payoutReference(id);
  const told = JSON.stringify({ event: "transfer.failed", data: { reference, status: "failed" } });
  const signature = createHmac("sha512", "sk_live_of_these_tests").update(told).digest("hex");
  const headers = { "x-paystack-signature": signature };
  expect((await shop.call("POST", "/payment/paystack", told, { headers })).status).toBe(200);
  await expect.poll(() => asksOf(id)).toBeGreaterThan(before);
  expect([await statusOf(id), await shop.balanceOf(user)]).toEqual(["sent", 50_00]);
});

test.each(["hang after", "error after", "cut after", "hang before", "error before"] as const)(
  "when the answer to the payment is lost (%s), it is asked again and paid once",
  async (answer) => {
    await leaveOthers();
    paystack.forceRequest("/transfer/verify", {});
    paystack.forceRequest("/transferrecipient", {});
    paystack.forceRequest("/transfer", { answer });
    const { user, id } = await sent({ fee: "untold" });
    const asked = () => paystack.journal.requests.filter(({ body }) => body.includes(payoutReference(id)));
    await expect.poll(() => asked().length).toBe(1);
    await expect.poll(() => asked()[0]?.outcome).not.toBe(200);
    const noted = "select from shop.payout where withdrawal = $1 and next_at < now() + interval '30 seconds'";
    const isNoted = async () => (await shop.pool.query(noted, [id])).rowCount;
    await expect.poll(isNoted).toBe(1);
    await askNow(id);
    await expect.poll(() => transferOf(id)?.stage).toBe("pending");
    await paystack.clock.advance(2 * minute_ms);
    await askNow(id);
    await expect.poll(() => statusOf(id)).toBe("paid");
    expect([await shop.balanceOf(user), transferOf(id)?.asked]).toEqual([50_00, 1]);
  },
);

test("when nobody answers whether it exists, nothing is concluded", async () => {
  const { user, id } = await sent({ outcome: "pending" }, 2);
  await expect.poll(() => asksOf(id)).toBe(1);
  await askedAgain(id);
  expect([await statusOf(id), transferOf(id), await shop.balanceOf(user)]).toEqual([
    "sent",
    undefined,
    50_00,
  ]);
  await askNow(id);
  await expect.poll(() => transferOf(id)?.stage).toBe("pending");
});

test.each(["other amount", "other currency", "other domain", "other reference"] as const)(
  "an answer about something else (%s) settles nothing",
  async (tells) => {
    const { user, id } = await sent({ outcome: "at once", tells });
    await expect.poll(() => transferOf(id)?.stage).toBe("success");
    await askedAgain(id);
    expect([await statusOf(id), await shop.balanceOf(user)]).toEqual(["sent", 50_00]);
  },
);

test("an account that asks for a code says plainly what to turn off", async () => {
  const { user, id } = await sent({ outcome: "otp" });
  await expect.poll(() => transferOf(id)?.stage).toBe("otp");
  await askedAgain(id);
  expect(await seen(id)).toMatchObject({
    status: "sent",
    isAtRail: true,
    said: expect.stringContaining("Turn off “Confirm transfers before sending”"),
  });
  expect(await shop.balanceOf(user)).toBe(50_00);
});

test("what Paystack knows nothing of after an hour was not made, and waits for an admin again", async () => {
  const { user, id } = await sent({}, 1);
  await expect.poll(() => asksOf(id)).toBe(1);
  await shop.pool.query(
    "update ledger.withdrawal set sent_at = sent_at - interval '61 minutes' where id = $1",
    [id],
  );
  await askNow(id);
  await expect.poll(() => statusOf(id)).toBe("requested");
  expect([transferOf(id), await shop.balanceOf(user)]).toEqual([undefined, 50_00]);
});

test("a process that stood still for an hour before it paid does not pay", async () => {
  const owner = await connect(shop.database.ownerUrl);
  await owner.query(`
    create function stand_still() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(1); return null; end $$;
    create trigger stand_still before update of recipient on shop.payout execute function stand_still();
    select pg_advisory_lock(1)`);
  const { user, id } = await sent();
  const stands = "select from pg_locks where locktype = 'advisory' and objid = 1 and not granted";
  await expect.poll(async () => (await owner.query(stands)).rowCount).toBe(1);
  const began_ms = Date.now();
  await shop.setTime(new Date(began_ms + 61 * minute_ms).toISOString());
  await owner.query("select pg_advisory_unlock(1)");
  const statusAfterAsk = async () => {
    await askNow(id);
    const now = "select status from ledger.withdrawal where id = $1";
    return (await owner.query<{ status: string }>(now, [id])).rows[0]?.status;
  };
  await expect.poll(statusAfterAsk).toBe("requested");
  expect([transferOf(id), await shop.balanceOf(user)]).toEqual([undefined, 50_00]);
  await owner.query("drop trigger stand_still on shop.payout; drop function stand_still");
  await owner.end();
  // The sessions of the tests would be over.
  await shop.setTime(new Date(began_ms + minute_ms).toISOString());
});

test("two processes that work at once pay each withdrawal once", async () => {
  const other = await shop.another({ payments: paystack.options.payments });
  const made = await Promise.all([sent(), sent(), sent()]);
  for (const { id } of made) await expect.poll(() => transferOf(id)?.stage).toBe("pending");
  await paystack.clock.advance(2 * minute_ms);
  for (const { id } of made) {
    await askNow(id);
    await expect.poll(() => statusOf(id)).toBe("paid");
  }
  for (const { id, user } of made)
    expect([transferOf(id)?.asked, await shop.balanceOf(user)]).toEqual([1, 50_00]);
  await other.close();
});

test("without the money at Paystack, it waits for an admin again, who reads why", async () => {
  paystack.settle();
  const { user, id } = await sent();
  await expect
    .poll(() => seen(id))
    .toMatchObject({
      status: "requested",
      reason: "Your balance is not enough to fulfil this request",
    });
  expect(await shop.balanceOf(user)).toBe(50_00);
  expect(transferOf(id)).toBeUndefined();
});
