import { Link } from "@tanstack/react-router";
import { formatCedis, toCedis, type Pesewas } from "#ledger/terms/money.ts";
import { pesewas } from "../../lib/money.ts";
import { useOnline } from "../../lib/online.ts";
import { Button } from "../../ui/button.tsx";

interface Props {
  price: Pesewas | undefined;
  balance: number;
  canPay: boolean;
  /** The way back here from a top-up. */
  back: string;
}

/** What will be paid and what is left then, always under the thumb. */
export function PayDock({ price, balance, canPay, back }: Props) {
  const isOnline = useOnline();
  const after = price === undefined ? undefined : pesewas(balance) - price;
  return (
    <>
      {/* Keeps the last packages from lying under the dock. */}
      <div aria-hidden className="h-16 md:hidden" />
      <div className="fixed inset-x-0 bottom-0 z-10 border-t border-line bg-card px-4 pt-2 pb-[max(1rem,env(safe-area-inset-bottom))] md:sticky md:bottom-4 md:rounded-m md:border md:pb-4 md:shadow-lift">
        <div role="status" className="flex min-h-10 flex-wrap items-center justify-between gap-x-3 pb-1.5">
          {after === undefined && <span className="text-s text-ink-2">Choose a package and a number</span>}
          {after !== undefined && after >= 0 && (
            <>
              <span className="text-s text-ink-2">Balance after</span>
              <b>{formatCedis(after)}</b>
            </>
          )}
          {after !== undefined && after < 0 && <Missing missing={-after} back={back} />}
        </div>
        <Button type="submit" size="large" wide disabled={!canPay}>
          {!isOnline ? "Pay: you are offline" : price === undefined ? "Pay" : `Pay ${formatCedis(price)}`}
        </Button>
      </div>
    </>
  );
}

/** How much is lacking, and a top-up that comes back to this purchase. */
function Missing({ missing, back }: { missing: Pesewas; back: string }) {
  return (
    <>
      <span className="font-semibold text-bad">You need {formatCedis(missing)} more</span>
      <Link
        to="/home/topup"
        search={{ amount: toCedis(missing), back }}
        className="-my-1 inline-flex min-h-12 items-center px-2 font-semibold text-accent"
      >
        Top up
      </Link>
    </>
  );
}
