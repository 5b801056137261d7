import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { formatCedis, toCedis, type Pesewas } from "#contract/terms/money.ts";
import { texts } from "#contract/terms/texts.ts";
import { countText } from "../../lib/count-text.ts";
import { useOnline } from "../../lib/store.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonVariants } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Dock, BalanceAfter } from "../buy/pay-dock.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { notify } from "../../lib/notifications.ts";
import { OwnBalance } from "../../users/own-balance.tsx";
import { useTopupRedirect } from "../../topups/use-topup-search.ts";

interface Progress {
  done: number;
  of: number;
}

interface Due {
  price: Pesewas;
  /** It has no answer, so it may already be paid. */
  wasSent: boolean;
}

interface Props {
  /** The items that can be paid now, with their prices. */
  due: readonly Due[];
  /** How many of them repeat another one or an order of today. */
  repeats: number;
  /** The number of items paid since the page was opened. */
  paid: number;
  progress: Progress | undefined;
  balance: Pesewas;
  onPay: () => void;
}

/** Shows one total, and asks one question for all items. */
export function BasketDock({ due, repeats, paid, balance, progress, onPay }: Props) {
  const [isAsking, setAsking] = useState(false);
  const isOnline = useOnline();
  const total = sumOf(due);
  const sent = due.filter(({ wasSent }) => wasSent).length;
  // An item that may already be paid does not reduce the balance again. Only the server knows whether it was paid.
  const after = balance - sumOf(due.filter(({ wasSent }) => !wasSent));
  const canPay = isOnline && after >= 0;
  const topUpFirst = useTopUpFirst(-after);
  const isPaying = progress !== undefined;
  const status = isPaying ? (
    <Running progress={progress} />
  ) : due.length === 0 ? (
    <b>{paid > 0 ? `${paid} ordered` : "Nothing to pay"}</b>
  ) : sent > 0 && after >= 0 ? (
    <span className="text-sm text-muted-foreground">{countText(sent, "order")} without an answer yet</span>
  ) : (
    <BalanceAfter after={after} back="/home/basket" />
  );
  return (
    <Dock status={status}>
      {due.length === 0 && !isPaying ? (
        <Link to="/home/my-transactions" className={buttonVariants({ size: "lg", className: "w-full" })}>
          My transactions
        </Link>
      ) : (
        <Button
          size="lg"
          className="w-full"
          busy={isPaying}
          disabled={!isOnline}
          onClick={() => (canPay ? setAsking(true) : topUpFirst())}
        >
          {isOnline
            ? `Pay ${formatCedis(total)} · ${countText(due.length, "order")}`
            : "Pay: you are offline"}
        </Button>
      )}
      {isAsking && (
        <Confirm
          title={texts.confirmPayment}
          confirm={`Yes, pay ${formatCedis(total)}`}
          why={!canPay && (isOnline ? "Your balance is too low." : "You are offline.")}
          onConfirm={() => {
            setAsking(false);
            onPay();
          }}
          onClose={() => setAsking(false)}
        >
          <Facts>
            <Fact name="Orders">{due.length}</Fact>
            <Fact name="Total">{formatCedis(total)}</Fact>
            {sent === 0 && (
              <Fact name="Balance after">
                <OwnBalance amount={after} />
              </Fact>
            )}
          </Facts>
          {repeats > 0 && (
            <Alert role="alert">
              {repeats === 1 ? "1 order repeats" : `${repeats} orders repeat`} another one of this basket or
              of today.
            </Alert>
          )}
        </Confirm>
      )}
    </Dock>
  );
}

function Running({ progress }: { progress: Progress }) {
  return (
    <>
      <span className="text-sm text-muted-foreground">Paying…</span>
      <b>
        {progress.done} of {progress.of}
      </b>
    </>
  );
}

/** If the balance is too low for all items, says so and opens the top-up page two seconds later. */
function useTopUpFirst(missing: Pesewas): () => void {
  const [isSaid, setSaid] = useState(false);
  useTopupRedirect(isSaid, toCedis(missing), "/home/basket");
  return () => {
    notify(texts.topupFirst, "danger");
    setSaid(true);
  };
}

function sumOf(due: readonly Due[]): Pesewas {
  return due.reduce((sum, { price }) => sum + price, 0);
}
