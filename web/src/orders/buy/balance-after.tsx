import { Link } from "@tanstack/react-router";
import { formatCedis, toCedis, type Pesewas } from "#contract/terms/money.ts";
import { useHiddenBalance, OwnBalance } from "../../users/own-balance.tsx";
import { useTopupSearch } from "../../topups/use-topup-search.ts";

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
