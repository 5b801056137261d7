import { Link } from "@tanstack/react-router";
import { formatCedis, toCedis, type Pesewas } from "#ledger/terms/money.ts";
import { OwnBalance } from "../home/own-balance.tsx";

/** The balance after paying, or the missing amount with a link to a top-up that returns to `back`. */
export function BalanceAfter({ after, back }: { after: Pesewas; back: string }) {
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
      <span className="font-semibold text-destructive">You need {formatCedis(-after)} more</span>
      <Link
        to="/home/topup"
        search={{ amount: toCedis(-after), back }}
        className="-my-1 inline-flex min-h-12 items-center px-2 font-semibold text-primary"
      >
        Top up
      </Link>
    </>
  );
}
