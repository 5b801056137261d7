import type { Closing } from "#contract/reports.ts";
import { pesewas } from "../../lib/money.ts";

type Account = Closing["accounts"][number];

/** What was earned, line by line, in cedis; undefined where no supplier has told a cost. */
export function profitOf(accounts: readonly Account[]) {
  const moved = (name: Account["account"]) => accounts.find(({ account }) => account === name)?.moved;
  const cost = moved("cost")?.cost;
  if (cost === undefined || cost.count === 0) return undefined;
  const lines = {
    Sales: moved("sales")?.purchase.value ?? 0,
    Refunds: moved("sales")?.refund.value ?? 0,
    "Cost of what was delivered": cost.value,
    "Fees of payments": moved("fees")?.fee.value ?? 0,
  };
  return { lines, total: Object.values(lines).reduce((sum, value) => sum + pesewas(value), 0) / 100 };
}
