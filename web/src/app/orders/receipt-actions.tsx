import { Printer, Share2 } from "lucide-react";
import type { OrderRecord } from "#api/contract/order-list.ts";
import { groupPhone } from "#ledger/terms/phone.ts";
import { copyText } from "../../lib/copy.ts";
import { money } from "../../lib/money.ts";
import { Button } from "../../ui/button.tsx";
import { notify } from "../../ui/notifications.ts";
import { useShopName } from "../shell/shop-name.ts";

/** Sends the receipt with any app of the phone, or prints it. */
export function ReceiptActions({ order }: { order: OrderRecord }) {
  const shop = useShopName();
  const share = async () => {
    const text = receiptText(order, shop);
    const sharing = (navigator as Partial<Navigator>).share;
    if (sharing === undefined) {
      const copied = await copyText(text);
      notify(copied ? "Receipt copied" : "The receipt could not be copied", copied ? "success" : "danger");
      return;
    }
    // Closing the phone's list of apps is not an error.
    await sharing.call(navigator, { title: `${shop} · Order ${order.id}`, text }).catch(() => undefined);
  };
  return (
    <div className="flex flex-wrap gap-2.5 print:hidden">
      <Button variant="outline" className="flex-1" onClick={() => void share()}>
        <Share2 aria-hidden className="size-5" /> Share
      </Button>
      <Button variant="outline" className="flex-1" onClick={() => print()}>
        <Printer aria-hidden className="size-5" /> Print
      </Button>
    </div>
  );
}

function receiptText(order: OrderRecord, shop: string): string {
  return [
    `${shop} · Order ${order.id}`,
    `${order.offer} ${order.network} for ${groupPhone(order.receiver)}`,
    `${money(order.totalAmount)} · ${order.status}`,
    `Reference ${order.reference} · ${order.date}`,
  ].join("\n");
}
