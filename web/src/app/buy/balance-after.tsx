import { Link } from "@tanstack/react-router";
import { formatCedis, toCedis, type Pesewas } from "#ledger/terms/money.ts";

/** What is left after paying, or how much is lacking and a top-up that comes `back` to the purchase. */
export function BalanceAfter({ after, back }: { after: Pesewas; back: string }) {
  if (after >= 0) {
    return (
      <>
        <span className="text-s text-ink-2">Balance after</span>
        <b>{formatCedis(after)}</b>
      </>
    );
  }
  return (
    <>
      <span className="font-semibold text-bad">You need {formatCedis(-after)} more</span>
      <Link
        to="/home/topup"
        search={{ amount: toCedis(-after), back }}
        className="-my-1 inline-flex min-h-12 items-center px-2 font-semibold text-accent"
      >
        Top up
      </Link>
    </>
  );
}
