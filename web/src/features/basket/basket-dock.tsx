import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { limits } from "#ledger/terms/limits.ts";
import { formatCedis, toCedis, type Pesewas } from "#ledger/terms/money.ts";
import { texts } from "#ledger/terms/texts.ts";
import { useOnline } from "../../lib/online.ts";
import { Button, buttonLook } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Dock } from "../../ui/dock.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { notify } from "../../ui/notifications.ts";
import { BalanceAfter } from "../buy/balance-after.tsx";

interface Props {
  /** What each item costs that can be paid now. */
  due: readonly Pesewas[];
  /** How many were paid on this page. */
  done: number;
  balance: Pesewas;
  isPaying: boolean;
  onPay: () => void;
}

/** One total and one question for all. */
export function BasketDock({ due, done, balance, isPaying, onPay }: Props) {
  const [isAsking, setAsking] = useState(false);
  const isOnline = useOnline();
  const total = due.reduce((sum, price) => sum + price, 0);
  const after = balance - total;
  const canPay = isOnline && after >= 0;
  const topUpFirst = useTopUpFirst(-after);
  const status = isPaying ? (
    <>
      <span className="text-s text-ink-2">Paying…</span>
      <b>
        {done} of {done + due.length}
      </b>
    </>
  ) : due.length === 0 ? (
    <b>{done > 0 ? `${done} ordered` : "Nothing to pay"}</b>
  ) : (
    <BalanceAfter after={after} back="/home/basket" />
  );
  return (
    <Dock status={status}>
      {due.length === 0 && !isPaying ? (
        <Link to="/home/my-transactions" className={buttonLook({ size: "large", wide: true })}>
          My transactions
        </Link>
      ) : (
        <Button
          size="large"
          wide
          busy={isPaying}
          disabled={!isOnline}
          onClick={() => (canPay ? setAsking(true) : topUpFirst())}
        >
          {isOnline ? `Pay ${formatCedis(total)} · ${countOf(due.length)}` : "Pay: you are offline"}
        </Button>
      )}
      {isAsking && (
        <Confirm
          title={texts.confirmPayment}
          confirm={`Yes, pay ${formatCedis(total)}`}
          disabled={!canPay}
          onConfirm={() => {
            setAsking(false);
            onPay();
          }}
          onClose={() => setAsking(false)}
        >
          <Facts>
            <Fact name="Orders">{due.length}</Fact>
            <Fact name="Total">{formatCedis(total)}</Fact>
            <Fact name="Balance after">{formatCedis(after)}</Fact>
          </Facts>
        </Confirm>
      )}
    </Dock>
  );
}

/** With too little money for all there is nothing to ask: it is said, and two seconds later there is the top-up. */
function useTopUpFirst(missing: Pesewas): () => void {
  const navigate = useNavigate();
  const [isSaid, setSaid] = useState(false);
  useEffect(() => {
    if (!isSaid) return;
    const search = { amount: toCedis(missing), back: "/home/basket" };
    const timer = setTimeout(() => void navigate({ to: "/home/topup", search }), limits.topup_redirect_ms);
    return () => clearTimeout(timer);
  }, [isSaid, missing, navigate]);
  return () => {
    notify(texts.topupFirst, "danger");
    setSaid(true);
  };
}

function countOf(orders: number): string {
  return `${orders} ${orders === 1 ? "order" : "orders"}`;
}
