/** Many guests at once pay through a hostile Paystack, with two processes of the shop. In the end, the books have the truth. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { GuestOrderStarted } from "#contract/guest-orders.ts";
import { hostilePaystack } from "#tools/doubles/hostile-shares.ts";
import { type PaystackDouble, startPaystackDouble } from "#tools/doubles/paystack/double.ts";
import { ownPort } from "#tools/testing/own-port.ts";
import { TestShop, type TestShopOptions } from "#tools/testing/test-shop.ts";
import { usualPaymentLimits } from "../rails/rail.ts";

const guests_count = 80;
const rounds = 30;
const price = 5_60;
const margin = 1_00;
const minute_ms = 60_000;

let paystack: PaystackDouble;
let shop: TestShop;
let options: TestShopOptions & { port: number };

beforeAll(async () => {
  const [secretKey, port] = ["sk_live_of_the_guests", await ownPort()];
  const webhookUrl = `http://localhost:${port}/api/payment/paystack`;
  paystack = await startPaystackDouble({ seed: 21, secretKey, webhookUrl, shares: hostilePaystack });
  const settings = { key: secretKey, url: paystack.url, answer_ms: 1500 };
  options = { port, payments: { paystack: settings, limits: usualPaymentLimits, isPlayMoney: false } };
  shop = await TestShop.open(options);
  await openAgentShop();
});
afterAll(async () => {
  await shop.close();
  await paystack.close();
});

async function openAgentShop(): Promise<void> {
  const rules = { isOn: true, highest: 200, fee_by: "agent" } as const;
  await shop.command("change_shop_rules", shop.admin._id, { rules });
  const user = await shop.addUser("kofisells", "0205550102", "Agent");
  const own = { name: "kofi-data", title: "Kofi", colour: "green", greeting: "", contact: "", isOpen: true };
  expect((await shop.as(user).put("/user/shop", own)).status).toBe(200);
  const prices = [{ package: "mtnup2u-1", price: price / 100 }];
  expect((await shop.as(user).put("/user/shop/prices", { prices })).status).toBe(200);
}

async function order(n: number): Promise<void> {
  const payer = `0${n % 3 === 0 ? 20 : 24}${String(3_000_000 + n)}`;
  const body = { packageId: "mtnup2u-1", price: price / 100, receiver: "0551112233", payer };
  const { status, body: started } = await shop.call<GuestOrderStarted>(
    "POST",
    "/shop/kofi-data/order",
    body,
    {
      key: randomUUID(),
    },
  );
  expect(status).toBe(201);
  if (started.step !== "otp") return;
  const { rows } = await shop.pool.query<{ reference: string }>(
    "select reference from shop.charge where state = 'otp' order by created_at desc limit 1",
  );
  const otp = paystack.voucherOf(rows[0]?.reference ?? "");
  await shop.call("POST", `/guest-order/${started.token}/otp`, { otp });
}

/** Time passes, the shop asks again, and admins work: they deliver two orders of three, and reject the others. */
async function passTime(round: number): Promise<void> {
  // In the end days, so that late webhooks and disputes come too.
  await paystack.clock.advance((round < rounds - 10 ? 20 : 12 * 60) * minute_ms);
  await shop.pool.query("update shop.charge set created_at = created_at - interval '5 minutes'");
  // Those that failed long ago are not asked about any more, until the days are over.
  await shop.pool.query(
    "update shop.charge set next_check_at = now() where state <> 'failed' or checks < 12 or $1",
    [round >= rounds - 4],
  );
  await shop.pool.query("update shop.charge set refund_next_at = now() where refund_next_at is not null");
  const asking = "select from shop.charge where next_check_at <= now()";
  await expect.poll(async () => (await shop.pool.query(asking)).rowCount).toBe(0);
  const { rows } = await shop.pool.query<{ id: number; status: string }>(
    `select id, status from ledger."order" where status in ('pending', 'processing')`,
  );
  for (const { id, status } of rows) {
    const next = id % 3 === 0 ? "rejected" : status === "pending" ? "processing" : "completed";
    expect((await shop.as(shop.admin).put(`/order/update-status/${id}`, { status: next })).status).toBe(200);
  }
}

test("nothing is delivered unpaid, everything paid is delivered, returned or listed, and each margin is earned once", async () => {
  const other = await shop.another({ payments: options.payments });
  for (let n = 0; n < guests_count; n += 8)
    await Promise.all(Array.from({ length: 8 }, (_, more) => order(n + more)));
  for (let round = 0; round < rounds; round++) await passTime(round);
  await other.close();

  const { rows } = await shop.pool.query<{
    reference: string;
    status: string | null;
    refund: string | null;
    order: string | null;
    orders: number;
    earned: number;
    margin: number;
    odd: boolean;
  }>(
    `select c.reference, p.status, p.refund, o.status as "order",
       (select count(*) from ledger."order" x where x.payment = p.id) as orders,
       (select count(*) from ledger.event e where e.type = 'margin_earned' and e.data ->> 'payment' = p.id::text) as earned,
       coalesce((select sum(amount) from ledger.event e where e.type = 'margin_earned' and e.data ->> 'payment' = p.id::text), 0)::bigint as margin,
       exists (select from shop.odd_payment d where d.reference = c.reference) as odd
     from shop.charge c left join ledger.payment p on p.id = c.payment left join ledger."order" o on o.id = p.order_id
     where c.guest_order is not null`,
  );
  const wrong = rows.filter((row) => {
    const truth = paystack.payments.get(row.reference);
    const isPaid = truth?.paid !== undefined;
    const isGone = truth?.stage === "reversed";
    if (row.orders > 1 || row.earned > 1 || row.margin > margin) return true;
    // Delivered: what was asked for was paid.
    if (row.order === "completed") return truth?.paid?.amount === undefined || truth.paid.amount < price;
    if (!isPaid) return row.status !== null;
    // Neither delivered nor returned nor listed.
    const isListed = row.odd || row.status === "held" || row.status === "received";
    const isReturned = row.status === "returned" || row.status === "reversed";
    return isReturned ? !isGone : !isListed;
  });
  expect(wrong).toEqual([]);
  const count = (is: (row: (typeof rows)[number]) => boolean) => rows.filter(is).length;
  expect(count((row) => row.order === "completed")).toBeGreaterThan(10);
  expect(count((row) => row.status === "returned")).toBeGreaterThan(5);

  const houses = await shop.pool.query<{ name: string; balance: number }>(
    "select name, balance from ledger.house_account where name in ('held', 'paystack')",
  );
  const balanceOf = (name: string) => houses.rows.find((row) => row.name === name)?.balance;
  expect(balanceOf("held")).toBe(0);
  expect(0 - (balanceOf("paystack") ?? 0)).toBe(paystack.balance());
  expect(await shop.findings()).toEqual([]);
}, 240_000);
