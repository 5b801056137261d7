import { Link } from "@tanstack/react-router";
import { Printer, Share2 } from "lucide-react";
import type { OrderRecord } from "#contract/order-list.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { withFullStop } from "../lib/api-error.ts";
import { money } from "../lib/money.ts";
import { Alert } from "../ui/alert.tsx";
import { StatusBadge } from "../ui/badge.tsx";
import { Button, buttonVariants } from "../ui/button.tsx";
import { CopyButton, copyText } from "../ui/copy-button.tsx";
import { Fact, Facts } from "../ui/facts.tsx";
import { Monogram } from "../ui/monogram.tsx";
import { ResponsiveDialog } from "../ui/responsive-dialog.tsx";
import { useShopName } from "../live/notice.query.ts";
import { notify } from "../lib/notifications.ts";
import { SignedReceipt } from "../receipts/signed-receipt.tsx";
import { FormFacts } from "./form-facts.tsx";
import { Timeline } from "./timeline.tsx";

/** All details of one order. They stay up to date while it is open. */
export function Receipt({ order, onClose }: { order: OrderRecord; onClose: () => void }) {
  return (
    <ResponsiveDialog title={`Order ${order.id}`} onClose={onClose} className="print-me">
      <p className="hidden font-bold print:block">{useShopName()}</p>
      <OrderHead order={order} />
      <Rejection
        order={order}
        nothing="Its price had already been refunded to you."
        back="is back in your wallet."
      />
      <Facts>
        <Fact name="Beneficiary">{groupPhone(order.receiver)}</Fact>
        <Fact name="Amount">{money(order.totalAmount)}</Fact>
        <Fact name="Reference">
          {order.reference} <CopyButton value={order.reference} what="reference" />
        </Fact>
        <FormFacts network={order.network} items={order.items} />
        {order.voucher !== null && (
          <>
            <Fact name="PIN">
              {order.voucher.pin} <CopyButton value={order.voucher.pin} what="PIN" />
            </Fact>
            <Fact name="Serial number">
              {order.voucher.serial} <CopyButton value={order.voucher.serial} what="serial number" />
            </Fact>
          </>
        )}
      </Facts>
      <Timeline order={order} />
      <ReceiptActions order={order} />
      <SignedOrder order={order} />
      <div className="flex flex-wrap gap-2.5 print:hidden">
        <Link
          to="/home/buy/$network"
          params={{ network: order.network }}
          search={{ to: order.receiver, pkg: order.packageId }}
          className={buttonVariants({ variant: "soft", className: "flex-1" })}
        >
          Repeat
        </Link>
        <Button className="flex-1" onClick={onClose}>
          Done
        </Button>
      </div>
    </ResponsiveDialog>
  );
}

/** Of an order that was delivered or refunded. */
export function SignedOrder({ order: { id, status, refundedAt } }: { order: OrderRecord }) {
  return status === "completed" || refundedAt !== null ? (
    <SignedReceipt path={`/receipt/order/${id}`} />
  ) : null;
}

export function OrderHead({ order: { network, offer, status } }: { order: OrderRecord }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Monogram network={network} className="size-12" />
      <div className="min-w-[min(7rem,100%)] flex-1">
        <p className="text-xl leading-snug font-bold">{offer}</p>
        <p className="text-muted-foreground">{network}</p>
      </div>
      <StatusBadge status={status} />
    </div>
  );
}

/** Why an order was rejected, and in the given words what became of its price. */
export function Rejection({ order, nothing, back }: { order: OrderRecord; nothing: string; back: string }) {
  const { status, reason, refundedAt, refunded, ofShop } = order;
  if (status !== "rejected") return null;
  return (
    <Alert variant="destructive">
      {reason !== null && <>{withFullStop(reason)} </>}
      {ofShop && "The guest gets the payment back."}
      {!ofShop && (refundedAt === null ? nothing : `${money(refunded)} ${back}`)}
    </Alert>
  );
}

/** Sends the receipt with any app of the phone, or prints it. */
function ReceiptActions({ order }: { order: OrderRecord }) {
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
