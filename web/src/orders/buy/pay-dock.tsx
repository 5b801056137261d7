import { ShoppingBasket } from "lucide-react";
import { formatCedis, type Pesewas } from "#contract/terms/money.ts";
import { pesewas } from "../../lib/money.ts";
import { useOnline } from "../../lib/online.ts";
import { Button } from "../../ui/button.tsx";
import { Dock } from "../../ui/dock.tsx";
import { BalanceAfter } from "./balance-after.tsx";

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
