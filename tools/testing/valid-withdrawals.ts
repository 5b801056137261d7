/** One valid request for every operation about withdrawals. */
import { usualWithdrawalRules } from "#contract/terms/withdrawals.ts";
import type { SomeRequests } from "./request-forms.ts";
import type { TestShop, TestUser } from "./test-shop.ts";

/** Withdrawals of a shop that allows them to everybody. Nobody here has proved their number. */
export function withdrawals(shop: TestShop, next: () => number) {
  const { open, asked, sent } = withdrawalsOf(shop);
  const path = (id: string, act: string) => `/withdrawal/${id}/${act}`;
  return {
    readWithdrawalOffer: () => ({ path: "/withdrawal/offer" }),
    requestWithdrawal: async () => {
      await open();
      return { path: "/withdrawal", body: { amount: 10, fee: 0 } };
    },
    listWithdrawals: () => ({ path: "/withdrawal?limit=5" }),
    cancelWithdrawal: async ({ target }) => ({ path: path(await asked(target), "cancel"), body: {} }),
    sendWithdrawal: async ({ target }) => ({
      path: path(await asked(target), "send"),
      body: { rail: "momo" },
    }),
    payWithdrawal: async ({ target }) => ({
      path: path(await sent(target), "paid"),
      body: { transaction: `${next()}` },
    }),
    failWithdrawal: async ({ target }) => ({
      path: path(await sent(target), "failed"),
      body: { reason: "no" },
    }),
    readPayoutReceipt: async ({ target }) => {
      const withdrawal = await sent(target);
      await shop.command("pay_withdrawal", shop.admin._id, {
        withdrawal,
        transaction: `${next()}`,
        fee: null,
      });
      return { path: path(withdrawal, "receipt") };
    },
    rejectWithdrawal: async ({ target }) => ({
      path: path(await asked(target), "reject"),
      body: { reason: "no" },
    }),
    readWithdrawalRules: () => ({ path: "/withdrawal/rules" }),
    changeWithdrawalRules: () => ({
      path: "/withdrawal/rules",
      body: { isOn: true, who: "everyone", what: "everything", min: 10, fee: 0, dayMax: 100_000 + next() },
    }),
  } satisfies SomeRequests;
}

function withdrawalsOf(shop: TestShop) {
  let opened: Promise<unknown> | undefined;
  const open = () => {
    const rules = { isOn: true, who: "everyone", what: "everything", day_max: 100_000_00 } as const;
    const all = { ...usualWithdrawalRules, ...rules };
    return (opened ??= shop.command("change_withdrawal_rules", "system", all));
  };
  const asked = async ({ _id: user }: TestUser) => {
    await open();
    await shop.command("correct_balance", "system", { user, amount: 10_00, reason: "test", corrects: null });
    const intent = { amount: 10_00, fee: 0, first: false, earned: 0 };
    const position = await shop.command("request_withdrawal", user, intent);
    const { rows } = await shop.pool.query<{ id: string }>(
      "select id from ledger.withdrawal where requested = $1",
      [position],
    );
    return rows[0]?.id ?? "";
  };
  const sent = async (user: TestUser) => {
    const withdrawal = await asked(user);
    await shop.command("send_withdrawal", "system", { withdrawal, rail: "momo" });
    return withdrawal;
  };
  return { open, asked, sent };
}
