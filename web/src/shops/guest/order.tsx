import { type ReactNode, useEffect, useState } from "react";
import type { GuestOrderState, GuestStatus } from "#contract/guest-orders.ts";
import type { ReceiptAnswer } from "#contract/receipts.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { checkRoute } from "#contract/terms/limits.ts";
import { shopRoute } from "#contract/terms/shops.ts";
import { errorText, isCode } from "../../lib/api-error.ts";
import { call } from "../../lib/api.ts";
import { money } from "../../lib/money.ts";
import { Alert, Problem } from "../../ui/alert.tsx";
import { buttonVariants, OnlineButton } from "../../ui/button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { CodeField } from "../../ui/field.tsx";
import { useCall } from "./use-call.ts";

/** How often the page asks what became of the order, while something can still become of it. */
const ask_ms = 4000;

const ended: readonly GuestStatus[] = ["completed", "refunded", "failed"];

const words: Record<GuestStatus, { title: string; variant: "info" | "success" | "warning" | "destructive" }> =
  {
    waiting: { title: "Waiting for the payment", variant: "info" },
    paid: { title: "Paid. It is delivered soon.", variant: "info" },
    processing: { title: "Paid. It is being delivered.", variant: "info" },
    completed: { title: "Delivered", variant: "success" },
    refunding: { title: "It could not be delivered. Your money is on its way back.", variant: "warning" },
    refunded: { title: "It could not be delivered. Your money was sent back.", variant: "warning" },
    failed: { title: "It was not paid. Nothing is delivered.", variant: "destructive" },
  };

/** A guest's order, from the link that only its buyer has. */
export function GuestOrder({ token }: { token: string }) {
  const { order, error, ask } = useOrder(token);
  if (!order)
    return (
      <div role="status" className="flex min-h-60 flex-col gap-3">
        {error === undefined ? "Loading …" : <Problem text={problemText(error)} />}
      </div>
    );
  const { title, variant } = words[order.status];
  return (
    <div className="flex flex-col gap-4">
      <Alert variant={variant} role="status">
        <b className="block text-base">{title}</b>
        {order.status === "waiting" && order.step !== "page" && order.said}
      </Alert>
      {error !== undefined && <Problem text={problemText(error)} />}
      <NextStep token={token} order={order} onDone={ask} />
      <Facts>
        <Fact name="Package">{`${order.offer} ${order.network}`}</Fact>
        <Fact name="For">{order.receiver}</Fact>
        <Fact name="Price">{money(order.price)}</Fact>
        {order.voucher && <Voucher {...order.voucher} />}
        {order.reference !== null && <Fact name="Reference">{order.reference}</Fact>}
        {order.paid_at !== null && <Fact name="Paid">{formatDateTime(order.paid_at)}</Fact>}
        {order.delivered_at !== null && <Fact name="Delivered">{formatDateTime(order.delivered_at)}</Fact>}
      </Facts>
      {(order.status === "completed" || order.status === "refunded") && <Receipt token={token} />}
      <p className="text-sm text-muted-foreground">
        Keep the address of this page: it shows this order later. Whoever has it sees the order too.
      </p>
      {order.shop !== null && (
        <a href={`${shopRoute}/${order.shop}`} className={buttonVariants({ variant: "soft" })}>
          Back to the shop
        </a>
      )}
    </div>
  );
}

/** Opens the page that shows and checks it. */
function Receipt({ token }: { token: string }) {
  const { send, isBusy, error } = useCall(async () => {
    const { data } = await call<ReceiptAnswer>("GET", `/guest-order/${token}/receipt`, { signedIn: false });
    location.assign(`${checkRoute}#${data.long ?? data.short}`);
  });
  return (
    <>
      <Problem text={error} />
      <OnlineButton variant="outline" busy={isBusy} onClick={send}>
        Receipt
      </OnlineButton>
    </>
  );
}

function Voucher({ pin, serial }: { pin: string; serial: string }): ReactNode {
  return (
    <>
      <Fact name="PIN">{pin}</Fact>
      <Fact name="Serial number">{serial}</Fact>
    </>
  );
}

interface StepProps {
  token: string;
  order: GuestOrderState;
  onDone: () => void;
}

/** What the guest has to do themselves, while the payment is awaited. */
function NextStep({ token, order: { status, step, said }, onDone }: StepProps) {
  const [otp, setOtp] = useState("");
  const { send, isBusy, error } = useCall(async () => {
    await call("POST", `/guest-order/${token}/otp`, { body: { otp }, signedIn: false });
    setOtp("");
    onDone();
  });
  if (status !== "waiting") return null;
  if (step === "page")
    return (
      <a href={said} className={buttonVariants({ size: "lg" })}>
        Pay on Paystack’s page
      </a>
    );
  if (step !== "otp") return null;
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={send}>
      <CodeField
        label="Code"
        hint={said}
        inputMode="numeric"
        value={otp}
        onValue={(text) => setOtp(text.replace(/\D/g, ""))}
      />
      <Problem text={error} />
      <OnlineButton type="submit" busy={isBusy} disabled={otp === ""}>
        Send the code
      </OnlineButton>
    </form>
  );
}

function problemText(error: unknown): string {
  if (isCode(error, "order_unknown")) return "There is no such order. Please check the link.";
  return `${errorText(error)} The page asks again by itself.`;
}

/** Asks at once, again while the order is open, and when the page comes back into view. */
function useOrder(token: string) {
  const [order, setOrder] = useState<GuestOrderState>();
  const [error, setError] = useState<unknown>();
  const [asked, setAsked] = useState(0);
  const isOver = (order !== undefined && ended.includes(order.status)) || isCode(error, "order_unknown");
  useEffect(() => {
    const stop = new AbortController();
    const path = `/guest-order/${encodeURIComponent(token)}`;
    call<GuestOrderState>("GET", path, { signedIn: false, signal: stop.signal }).then(
      ({ data }) => {
        setOrder(data);
        setError(undefined);
      },
      (failed: unknown) => {
        if (!stop.signal.aborted) setError(failed);
      },
    );
    return () => stop.abort();
  }, [token, asked]);
  useEffect(() => {
    if (isOver) return;
    const again = () => setAsked((before) => before + 1);
    const back = () => document.visibilityState === "visible" && again();
    const timer = setInterval(back, ask_ms);
    document.addEventListener("visibilitychange", back);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", back);
    };
  }, [isOver]);
  return { order, error, ask: () => setAsked((before) => before + 1) };
}
