/** What office-topups.e2e.ts and office-topups.all.e2e.ts do on these pages. */
import type { Page } from "playwright-core";
import type { TestUser } from "#tools/testing/test-shop.ts";
import { stage } from "./stage.ts";

export const history = (page: Page) => page.locator('[aria-label="Topup history"]');

export const balanceOf = async ({ _id }: TestUser) => {
  const { rows } = await stage.shop.pool.query<{ balance: number }>(
    "select balance::int as balance from ledger.wallet where user_id = $1",
    [_id],
  );
  return rows[0]?.balance;
};

let recharges = 800_000;

/** Asks for a top-up of ¢50.00. */
export async function asked(
  user: TestUser,
  purpose: "topup" | "agent-upgrade" = "topup",
  momo_transaction_id: string | null = null,
): Promise<number> {
  recharges += 1;
  const request = { topup: recharges, amount: 50_00, purpose, momo_transaction_id };
  await stage.shop.command("request_topup", user._id, request);
  return recharges;
}
