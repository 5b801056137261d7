/** Asks Paystack what became of charges: those that are due, each as often as its age deserves. */
import type { Shop } from "../context.ts";
import { PeriodicTask } from "../background/periodic-task.ts";
import { type ChargeRow, setCharge, takeDueCharges } from "./charge-rows.ts";
import type { Paystack } from "./paystack.ts";
import { settleCharge } from "./settle-charge.ts";

const portion_rows = 20;
const pause_ms = 1000;
/** After an answer that nobody understands, or none. */
const unknown_pause_s = 20;

export function startChecking(shop: Shop, paystack: Paystack): PeriodicTask {
  const work = (signal: AbortSignal) => checkDue(shop, paystack, signal);
  return new PeriodicTask("asking Paystack about payments", work, shop.log, pause_ms);
}

/** Several processes may do this at once. */
export async function checkDue(shop: Shop, paystack: Paystack, signal?: AbortSignal): Promise<void> {
  while (signal?.aborted !== true) {
    const rows = await takeDueCharges(shop.db, portion_rows);
    // What fails is taken again when its time is over, and keeps no other from being checked.
    for (const { status } of await Promise.allSettled(rows.map((row) => check(shop, paystack, row))))
      if (status === "rejected") shop.log.warn("what became of a payment could not be noted");
    if (rows.length < portion_rows) return;
  }
}

async function check(shop: Shop, paystack: Paystack, row: ChargeRow): Promise<void> {
  const answer = await paystack.verify(row.reference);
  if (!answer.known) {
    await setCharge(shop.db, row.reference, { state: row.state, check_s: unknown_pause_s });
    return;
  }
  const settled = await settleCharge(shop, row, answer.value, paystack.domain);
  if (settled.state === "strange" && row.state !== "strange")
    shop.log.warn({ reference: row.reference }, "a payment is not what was asked for");
  await setCharge(shop.db, row.reference, settled);
}
