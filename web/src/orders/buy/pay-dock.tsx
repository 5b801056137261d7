import { ShoppingBasket } from "lucide-react";
import { formatCedis, type Pesewas, toCedis } from "#contract/terms/money.ts";
import { pesewas } from "../../lib/money.ts";
import { useOnline } from "../../lib/store.ts";
import { Button } from "../../ui/button.tsx";
import { Link } from "@tanstack/react-router";
import { useHiddenBalance, OwnBalance } from "../../users/own-balance.tsx";
import { useTopupSearch } from "../../topups/use-topup-search.ts";
import type { ReactNode } from "react";

interface Props {
  price: Pesewas | undefined;
  balance: number;
  /** What is still missing. Pay then looks disabled, and pressing it leads to what is missing. */
  missing: string | undefined;
  /** Why nothing can be bought, whatever is typed. */
  blocked: string | undefined;
  /** The path that a top-up returns to. */
  back: string;
  /** Undefined if it cannot be put into the basket. */
  onBasket: (() => void) | undefined;
}

/** Shows the price and the balance after paying, with the Pay button. Pay is never grey without a reason. */
export function PayDock({ price, balance, missing, blocked, back, onBasket }: Props) {
  const isOnline = useOnline();
  return (
    <Dock
      status={
        price === undefined || blocked !== undefined ? (
          <span className="text-sm text-muted-foreground">{blocked ?? missing}</span>
        ) : (
          <BalanceAfter after={pesewas(balance) - price} back={back} />
        )
      }
    >
      {onBasket !== undefined && (
        <Button variant="soft" size="lg" aria-label="Add to basket" onClick={onBasket}>
          <ShoppingBasket aria-hidden className="size-6" />
        </Button>
      )}
      <Button
        type="submit"
        size="lg"
        className="w-full"
        disabled={blocked !== undefined || !isOnline}
        aria-disabled={missing === undefined ? undefined : true}
      >
        {!isOnline ? "Pay: you are offline" : price === undefined ? "Pay" : `Pay ${formatCedis(price)}`}
      </Button>
    </Dock>
  );
}

/** The balance after paying, or the missing amount with a link to a top-up that returns to `back`. */
export function BalanceAfter({ after, back }: { after: Pesewas; back: string }) {
  const [isHidden] = useHiddenBalance();
  const search = useTopupSearch(toCedis(-after), back);
  if (after >= 0) {
    return (
      <>
        <span className="text-sm text-muted-foreground">Balance after</span>
        <b>
          <OwnBalance amount={after} />
        </b>
      </>
    );
  }
  return (
    <>
      <span className="font-semibold text-destructive">
        {isHidden ? "Not enough in your wallet" : `You need ${formatCedis(-after)} more`}
      </span>
      <Link
        to="/home/topup"
        search={search}
        className="-my-1 inline-flex min-h-12 items-center px-2 font-semibold text-primary"
      >
        Top up
      </Link>
    </>
  );
}

/**
 * The page's main action, always within reach of the thumb: above the bottom bar of a phone (home-frame.tsx), and at the
 * bottom of its column on a desk. On a low screen it would cover the page, so there it is the page's last part.
 */
export function Dock({ status, children }: { status: ReactNode; children: ReactNode }) {
  return (
    <>
      {/* Keeps the dock from covering the last rows. */}
      <div aria-hidden className="h-24 short:hidden lg:hidden" />
      {/* On a desk, what scrolls below it must not show in the gap under it. */}
      <div
        data-dock
        className="fixed inset-x-0 bottom-0 z-10 border-t border-border bg-card px-4 pt-2 pb-[calc(var(--bottom-bar,env(safe-area-inset-bottom))+0.5rem)] lg:sticky lg:bottom-4 lg:rounded-lg lg:border lg:pb-4 lg:shadow-sm lg:after:absolute lg:after:-inset-x-px lg:after:top-full lg:after:mt-px lg:after:h-4 lg:after:bg-background short:after:hidden short:static short:rounded-lg short:border short:pb-4"
      >
        <div
          role="status"
          className="mx-auto flex min-h-10 max-w-xl flex-wrap items-center justify-between gap-x-3 pb-1.5"
        >
          {status}
        </div>
        {/* As wide as the page above it. The last item takes the rest of the line, or its own line if the text is larger. */}
        <div className="mx-auto flex max-w-xl flex-wrap gap-2.5 *:last:w-auto *:last:flex-auto">
          {children}
        </div>
      </div>
    </>
  );
}
