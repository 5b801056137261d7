/** A realistic history, written through the ledger's own writer: finished orders, and top-ups. */
import type { Command } from "../../ledger/decide/command.ts";
import { accepted, command, offers, orderOf, purchaseBy, type Shop } from "../../ledger/log/testing/shop.ts";
import type { Writer } from "../../ledger/log/writer.ts";

export function purchase(shop: Shop, index: number): Command {
  return purchaseBy(shop.customers[index % shop.customers.length] ?? "", offers[index % offers.length]);
}

/**
 * Appends events until the log has at least `target` of them. Of ten orders, nine are processed and completed, and one is
 * rejected and refunded. With every fifth order, a top-up is requested and approved.
 */
export async function writeHistory(writer: Writer, shop: Shop, target: number): Promise<void> {
  let position = 0;
  let next = 0;
  const lane = async () => {
    while (position < target) {
      const index = next++;
      const order = orderOf(await accepted(writer, purchase(shop, index)));
      await accepted(writer, command("process_order", { order }, shop.admin));
      const last =
        index % 10 === 0
          ? command("reject_order", { order, reason: "out of bundles" }, shop.admin)
          : command("complete_order", { order }, shop.admin);
      position = Math.max(position, (await accepted(writer, last)).at(-1)?.position ?? 0);
      if (index % 5 === 0) await topUp(writer, shop, index);
    }
  };
  await Promise.all(Array.from({ length: 600 }, lane));
}

async function topUp(writer: Writer, shop: Shop, index: number): Promise<void> {
  const user = shop.customers[index % shop.customers.length] ?? "";
  const topup = 10_001 + index;
  const request = {
    topup,
    amount: 100_00,
    purpose: "topup",
    momo_transaction_id: `${index}`,
  } as const;
  await accepted(writer, command("request_topup", request, user));
  await accepted(writer, command("approve_topup", { topup }, shop.admin));
}
