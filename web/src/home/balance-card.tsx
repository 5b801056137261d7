import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Eye, EyeOff } from "lucide-react";
import { cn } from "../lib/cn.ts";
import { money, pesewas } from "../lib/money.ts";
import { buttonVariants } from "../ui/button.tsx";
import { Loading } from "../ui/loading.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { BuyMenu } from "../products/buy-menu.tsx";
import { useHiddenBalance, OwnBalance } from "../users/own-balance.tsx";
import { meQuery } from "../users/users.query.ts";

/** The balance, with the strip of kente below it. */
export function BalanceCard() {
  const query = useQuery(meQuery);
  const { data: me, isError } = query;
  const [isHidden, setHidden] = useHiddenBalance();
  const text = me === undefined ? "" : money(me.balance);
  return (
    <>
      <section
        aria-label="Account balance"
        className="relative rounded-xl bg-balance text-balance-foreground"
      >
        <div className="p-4.5 pb-5.5">
          <div className="flex items-center justify-between gap-2">
            <span className="text-sm opacity-90">Account balance</span>
            <button
              type="button"
              className="-my-2.5 -mr-2.5 flex min-h-12 items-center gap-1.5 rounded-lg px-2.5 text-sm focus-visible:outline-balance-foreground"
              aria-pressed={isHidden}
              onClick={() => setHidden(!isHidden)}
            >
              {isHidden ? <Eye aria-hidden className="size-4" /> : <EyeOff aria-hidden className="size-4" />}
              {isHidden ? "show" : "hide"}
            </button>
          </div>
          <p
            className={cn(
              sizeFor(isHidden ? "" : text),
              "my-1.5 min-h-[1.15em] leading-tight font-bold tracking-[-0.02em] wrap-anywhere",
            )}
          >
            {me !== undefined ? (
              <span data-testid="balance">
                <OwnBalance amount={pesewas(me.balance)} />
              </span>
            ) : isError ? (
              "–"
            ) : (
              <Skeleton className="h-[1.1em] w-44 opacity-30" />
            )}
          </p>
          <div className="mt-3 flex flex-wrap gap-2.5 *:flex-auto">
            <BuyMenu className={buttonVariants({ variant: "balance" })} />
            <Link to="/home/topup" className={buttonVariants({ variant: "balanceSoft" })}>
              Top up
            </Link>
          </div>
        </div>
        <div aria-hidden className="absolute inset-0 overflow-hidden rounded-xl pointer-events-none">
          <div className="kente absolute inset-x-0 bottom-0 h-1.5" />
        </div>
      </section>
      <Loading of={query} what="The balance could not be loaded." />
    </>
  );
}

/** The text size for an amount: a million cedis has twice as many digits as a hundred, in the same space. */
function sizeFor(text: string): string {
  if (text.length > 12) return "text-2xl";
  return text.length > 9 ? "text-3xl" : "text-4xl";
}
