/** In the end the books agree with everybody: wallets, lists, held money, the rail's light, and what each guest sees. */
import { randomUUID } from "node:crypto";
import type { GuestOrderState, GuestStatus } from "../../../contract/guest-orders.ts";
import type { Pesewas } from "../../../contract/terms/money.ts";
import { inLanes } from "../../waiting.ts";
import { bookFaults, lightFaults, listFaults, walletFaults } from "../payments/books.ts";
import { notBookedFaults } from "../payments/paystack-truth.ts";
import type { ShopStage } from "./stormed-agents.ts";
import { isDelivered, paidIn, type TrueGuest, type TrueWithdrawal } from "./shop-truth.ts";

/** What Paystack takes for each transfer. */
const transfer_fee: Pesewas = 100;
const reads_at_once = 16;

export async function endFaults(
  stage: ShopStage,
  guests: readonly TrueGuest[],
  payouts: readonly TrueWithdrawal[],
): Promise<string[]> {
  const { shop, paystack } = stage;
  const token = await shop.signInAdmin();
  const isHere = (one: TrueGuest) =>
    one.truth?.stage !== "reversed" && !isDelivered(one) && paidIn(one.truth) > 0;
  const listed = new Map(guests.filter(isHere).map(({ truth }) => [String(truth?.id), paidIn(truth)]));
  return [
    ...(await walletFaults(shop, walletsOf(guests, payouts))),
    ...(await listFaults(shop, token, "paystack", listed)),
    ...(await notBookedFaults(shop, paystack)),
    ...(await heldFaults(stage)),
    ...(await bookUntold(stage, token, payouts)),
    ...(await lightFaults(shop, token, "paystack", paystack.balance())),
    ...(await viewFaults(stage, guests)),
    ...(await bookFaults(shop)),
  ];
}

/** By agent: what was earned, less what was paid out, as the truth has it. */
function walletsOf(guests: readonly TrueGuest[], payouts: readonly TrueWithdrawal[]): Map<string, Pesewas> {
  const due = new Map<string, Pesewas>();
  const add = (user: string, amount: Pesewas) => due.set(user, (due.get(user) ?? 0) + amount);
  for (const one of guests) {
    const isEarned = isDelivered(one) && !(one.lost > 0 && one.truth?.stage === "reversed");
    if (!isEarned || !one.asked) continue;
    const { own, cost, fee_by } = one.asked.offered;
    add(one.agent, own - cost - (fee_by === "agent" ? (one.borne ?? 0) : 0));
  }
  for (const { user, amount, status } of payouts) if (status === "paid") add(user, -amount);
  return due;
}

async function heldFaults({ shop }: ShopStage): Promise<string[]> {
  const rows = await shop.query<{ name: string; balance: Pesewas }>(
    "select name, balance from ledger.house_account where name in ('held', 'payouts') and balance <> 0",
  );
  return rows.map(({ name, balance }) => `lost: ${balance} are still on ${name}`);
}

/**
 * Paystack has taken money that no answer of its has told: fees of transfers, and what it said had failed and paid after all.
 * The admin finds it on its statement and books it. Any other fee must be in the books by then.
 */
async function bookUntold(
  { shop }: ShopStage,
  token: string,
  payouts: readonly TrueWithdrawal[],
): Promise<string[]> {
  const faults: string[] = [];
  let untold: Pesewas = 0;
  for (const { id, amount, fee, status, isCharged, wasPaid, by, transfer } of payouts) {
    if (transfer?.stage !== "success" && transfer?.stage !== "reversed") continue;
    if (transfer.stage === "success" && status !== "paid") untold += amount - fee;
    if (isCharged) continue;
    untold += transfer_fee;
    const isUntold = transfer.fate.fee === "untold" || !wasPaid || by !== "system";
    if (!isUntold) faults.push(`${id}: lost: what Paystack took for it is not in the books`);
  }
  const path = "/payment/rails/paystack/transfer";
  const body = { amount: untold / 100, reason: "as their statement says" };
  if (untold > 0) await shop.ask(token, { method: "POST", path, body, key: randomUUID() });
  return faults;
}

/** Each guest reads at their link what became of the order. */
async function viewFaults({ shop }: ShopStage, guests: readonly TrueGuest[]): Promise<string[]> {
  const faults: string[] = [];
  await inLanes(reads_at_once, guests, async (one) => {
    if (!one.asked) return;
    const path = `/guest-order/${one.asked.token}`;
    const { status } = await shop.ask<GuestOrderState>(undefined, { method: "GET", path });
    const expected = seenBy(one);
    if (!expected.includes(status))
      faults.push(
        `${one.reference}: wrong answer: its guest reads ${status} instead of ${expected.join(" or ")}`,
      );
  });
  return faults;
}

function seenBy(one: TrueGuest): GuestStatus[] {
  if (isDelivered(one)) return ["completed"];
  if (one.truth?.paid === undefined) return ["failed"];
  if (paidIn(one.truth) === 0) return ["paid"];
  return one.truth.stage === "reversed" ? ["refunded"] : ["paid", "refunding"];
}
