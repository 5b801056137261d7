/** One valid request for every operation about the shop's phone, and about claims. */
import { type Receipt, receiptText } from "#tools/doubles/sms-phone/texts.ts";
import type { TestShop } from "./test-shop.ts";
import type { Some } from "./request-forms.ts";

export function phone(
  shop: TestShop,
  next: () => number,
): Some<
  | "hearPhone"
  | "readPhone"
  | "typeMessage"
  | "dismissMessage"
  | "confirmRailBalance"
  | "claimPayment"
  | "listOwnClaims"
  | "listClaims"
  | "answerClaim"
> {
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
  };
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
