import type { Mutant } from "./mutant.ts";

const orders = "ledger/decide/orders.test.ts";
const corrections = "ledger/decide/corrections.test.ts";
const twoAdmins = "ledger/decide/two-admins.test.ts";

/** Wrong decisions about money and rights. */
export const mutantsOfDecide: Mutant[] = [
  {
    name: "refund-again",
    file: "ledger/orders/commands.ts",
    text: "order.amount - (state.entries.get(order.charged_at)?.reversed ?? 0)",
    replacement: "order.amount",
    wrong: "A rejected order refunds its whole price, also what a correction has given back before.",
    hints: [orders],
  },
  {
    name: "price-of-another-level",
    file: "contract/terms/pricing.ts",
    text: 'case "Agent":\n      return "agent";',
    replacement: 'case "Agent":\n      return "superAgent";',
    wrong: "An Agent pays the price of a Super Agent.",
    hints: ["contract/terms/terms.test.ts", orders],
  },
  {
    name: "purchase-one-short",
    file: "ledger/orders/purchases.ts",
    text: "price > (balance ?? 0) &&",
    replacement: "price > (balance ?? 0) + 1 &&",
    wrong: "A wallet with one pesewa too little may buy.",
    hints: [orders],
  },
  {
    name: "topup-approved-twice",
    file: "ledger/topups/commands.ts",
    text: '["recharge_decided", () => topup?.status !== "pending" &&',
    replacement: '["recharge_decided", () => topup?.status === "declined" &&',
    wrong: "An approved top-up can be approved again, and credits again.",
    hints: ["ledger/decide/topups.test.ts"],
  },
  {
    name: "own-request-granted",
    file: "ledger/core/checks.ts",
    text: "if (requestedBy === command.actor) return false;",
    replacement: "if (requestedBy === command.actor) return true;",
    wrong: "An admin grants their own request for approval.",
    hints: [twoAdmins, corrections],
  },
  {
    name: "correction-beyond-its-charge",
    file: "ledger/users/corrections.ts",
    text: ": remains <= 0 && remains >= entry.amount;",
    replacement: ": remains >= entry.amount;",
    wrong: "Corrections give back more than the charge that they correct.",
    hints: [corrections],
  },
  {
    name: "payment-matched-twice",
    file: "ledger/payments/commands.ts",
    text: 'return statusChecks(command, state, ["received", "held"]);',
    replacement: 'return statusChecks(command, state, ["received", "held", "matched"]);',
    wrong: "A payment that is in a wallet can be matched to another one.",
    hints: ["ledger/decide/payments.test.ts"],
  },
  {
    name: "reversal-taken-from-suspense",
    file: "ledger/payments/commands.ts",
    text: 'status === "matched" ? "corrections" : "suspense"',
    replacement: '"suspense"',
    wrong: "The reversal of a matched payment is booked against money that other customers paid.",
    hints: ["ledger/decide/histories.test.ts", "api/payments/paystack.pg.test.ts"],
  },
];
