import type { PriceList } from "#contract/public-pages.ts";
import { money } from "../../lib/money.ts";
import { buttonVariants } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { NetworkName } from "../../ui/monogram.tsx";
import { PublicPage } from "./public-page.tsx";

/** What the shop itself sells, for somebody who has no account yet. */
export function PricePage({ owner, lists }: { owner: string; lists: PriceList[] }) {
  const sold = lists.filter(({ packages }) => packages.length > 0);
  return (
    <PublicPage owner={owner}>
      <h1 className="text-2xl font-bold tracking-[-0.01em]">What we sell</h1>
      <p className="text-muted-foreground">
        You pay from a wallet that you fill by mobile money. Agents pay less.
      </p>
      {sold.length === 0 && <p>Nothing is sold here now.</p>}
      <div className="grid gap-4 sm:grid-cols-2">
        {sold.map(({ network, isAvailable, packages }) => (
          <Card key={network}>
            <h2 className="flex flex-wrap items-center gap-2 text-lg font-bold">
              <NetworkName network={network} />
              {!isAvailable && <span className="text-sm font-medium text-warning">out of stock</span>}
            </h2>
            <ul className="mt-1 divide-y divide-border">
              {packages.map(({ _id, offer, price }) => (
                <li key={_id} className="flex min-h-11 items-center justify-between gap-4">
                  <span className="min-w-0 wrap-anywhere">{offer}</span>
                  <b>{money(price)}</b>
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </div>
      <a href="/register" className={buttonVariants({ size: "lg" })}>
        Create Account
      </a>
    </PublicPage>
  );
}
