/** What was earned: one sum over the movements of accounts, in whatever unit they are. */
import type { ClosingKind } from "#contract/terms/payments.ts";
import type { HouseAccount } from "#contract/terms/rails.ts";

interface MovedAccount {
  account: HouseAccount | "wallets";
  moved: Record<ClosingKind, { count: number; value: number }>;
}

/** Line by line; undefined where no supplier has told a cost, because nobody knows it then. */
export function profitOf(accounts: readonly MovedAccount[]) {
  const moved = (name: MovedAccount["account"]) => accounts.find(({ account }) => account === name)?.moved;
  const cost = moved("cost")?.cost;
  if (cost === undefined || cost.count === 0) return undefined;
  const lines = {
    Sales: moved("sales")?.purchase.value ?? 0,
    Refunds: moved("sales")?.refund.value ?? 0,
    "Cost of goods": cost.value,
    "Fees of payments": moved("fees")?.fee.value ?? 0,
  };
  const total = Object.values(lines).reduce((sum, value) => sum + value, 0);
  return { lines, total: Math.round(total * 100) / 100 };
}
