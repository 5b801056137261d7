/** One valid request for every operation about payments. */
import { randomUUID } from "node:crypto";
import type { Intents } from "#ledger/decide/command.ts";
import type { TestShop } from "./test-shop.ts";
import type { SomeRequests } from "./request-forms.ts";
import { type Receipt, receiptText } from "#tools/doubles/sms-phone/texts.ts";

const unknownToken = "AAAAAAAAAAAAAAAAAAAAAA";

/** This shop has no rail: paystack.pg.test.ts has a shop with one. */
export const prompts = {
  readPromptOffer: () => ({ path: "/payment/prompt" }),
  sendPrompt: () => ({ path: "/payment/prompt", body: { amount: 60 } }),
  openPaymentPage: () => ({ path: "/payment/page", body: { amount: 60 } }),
  readPrompt: () => ({ path: "/payment/prompt/77" }),
  sendOtp: () => ({ path: "/payment/prompt/77/otp", body: { otp: "1234" } }),
  listPrompts: () => ({ path: "/payment/prompts" }),
  hearPaystack: () => ({ path: "/payment/paystack", body: {} }),
  readTestPayment: () => ({ path: "/payment/test" }),
  startTestPayment: () => ({ path: "/payment/test", body: { phone: "0241234567" } }),
  startGuestOrder: () => ({
    path: "/shop/nobodys/order",
    body: { packageId: "mtnup2u-1", price: 5, receiver: "0241234567", payer: "0241234567" },
  }),
  sendGuestOtp: () => ({ path: `/guest-order/${unknownToken}/otp`, body: { otp: "1234" } }),
  readGuestReceipt: () => ({ path: `/guest-order/${unknownToken}/receipt` }),
  readGuestOrder: () => ({ path: `/guest-order/${unknownToken}` }),
  sendTestOtp: () => ({ path: "/payment/test/otp", body: { otp: "1234" } }),
} satisfies SomeRequests;

export function payments(shop: TestShop, next: () => number) {
  const received = async (of: Partial<Intents["receive_payment"]> = {}) => {
    const payment = randomUUID();
    const about = { payment, rail: "momo", transaction: payment, amount: 60_00, fee: null, ...of } as const;
    await shop.command("receive_payment", "system", about);
    return payment;
  };
  const odd = async () => {
    const { rows } = await shop.pool.query<{ id: number }>(
      `insert into shop.odd_payment (kind, rail, transaction, reference, amount, currency, domain)
       values ('not booked', 'paystack', $1, 'ref', 6000, 'NGN', 'live') returning id`,
      [randomUUID()],
    );
    return rows[0]?.id;
  };
  // One after the other: a user has only so many undecided requests.
  let last: Promise<unknown> = Promise.resolve();
  const credited = (user: string) => {
    // Far from the numbers that the shop gives.
    const topup = 900_000 + next();
    const made = last.then(async () => {
      const asked = { topup, amount: 55_00, purpose: "topup", momo_transaction_id: null } as const;
      await shop.command("request_topup", user, asked);
      await shop.command("approve_topup", "system", { topup });
      return topup;
    });
    last = made.catch(() => undefined);
    return made;
  };
  return {
    listPayments: () => ({ path: "/payment?limit=5" }),
    readRails: () => ({ path: "/payment/rails" }),
    matchPayment: async ({ target }) => ({
      path: `/payment/${await received()}/match`,
      body: { user: target._id },
    }),
    coverPayment: async ({ target }) => {
      const recharge = await credited(target._id);
      return { path: `/payment/${await received({ amount: 55_00 })}/cover`, body: { recharge } };
    },
    holdPayment: async () => ({ path: `/payment/${await received()}/hold`, body: { reason: `${next()}` } }),
    returnPayment: async () => ({ path: `/payment/${await received()}/return`, body: { reason: "no" } }),
    listOddPayments: () => ({ path: "/payment/odd?status=all" }),
    handleOddPayment: async () => ({
      path: `/payment/odd/${await odd()}/handled`,
      body: { note: "credited by hand" },
    }),
    transferFromRail: () => ({ path: "/payment/rails/momo/transfer", body: { amount: 5, reason: "cash" } }),
    noteRailStatement: () => ({
      path: "/payment/rails/telecel/statement",
      body: { at: "2026-10-31T18:30:00Z", balance: 12.5 },
    }),
  } satisfies SomeRequests;
}

/** One valid request for every operation about the shop's phone, and about claims. */
export function phone(shop: TestShop, next: () => number) {
  return {
    hearPhone: () => ({ path: "/payment/sms", body: {} }),
    readPhone: () => ({ path: "/payment/phone" }),
    typeMessage: () => ({
      path: "/payment/phone/message",
      body: { message: receiptText("mtn", receipt(next())) },
    }),
    dismissMessage: async () => {
      const { rows } = await shop.pool.query<{ id: number }>(
        `insert into shop.rail_message (rail, kind, transaction, amount, fee, balance, before, state, received_at)
         values ('momo', 'received', $1, 100, 0, 700, 600, 'foreign', now()) returning id`,
        [`F${next()}`],
      );
      return { path: `/payment/phone/message/${rows[0]?.id}/dismiss` };
    },
    claimPayment: () => ({
      path: "/payment/claim",
      body: { amount: 5, transactionId: `C${next()}` },
    }),
    listOwnClaims: () => ({ path: "/payment/claim" }),
    listClaims: () => ({ path: "/payment/claims" }),
    answerClaim: async ({ target }) => {
      const { rows } = await shop.pool.query<{ id: number }>(
        "insert into shop.payment_claim (user_id, transaction, amount) values ($1, $2, 500) returning id",
        [target._id, `C${next()}`],
      );
      return { path: `/payment/claims/${rows[0]?.id}/answer`, body: { answer: "It never arrived" } };
    },
    confirmRailBalance: async () => {
      const { rows } = await shop.pool.query<{ balance: number | null }>(
        "select balance from shop.phone_rail where rail = 'telecel'",
      );
      const from = rows[0]?.balance ?? null;
      return {
        path: "/payment/phone/telecel/balance",
        body: { from: from === null ? null : from / 100, balance: next(), reason: "read on the phone" },
      };
    },
  } satisfies SomeRequests;
}

function receipt(n: number): Receipt {
  return {
    amount: 5_00,
    fee: 0,
    balance: 100_00,
    transactionId: String(7_000_000 + n),
    name: "AMA",
    payer: "233244000001",
    reference: "",
    at_ms: 0,
  };
}
