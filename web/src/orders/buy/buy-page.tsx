import { useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import { texts } from "#contract/terms/texts.ts";
import { EmptyState, Loading, Skeleton } from "../../ui/placeholders.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { BuyMenu } from "../../products/buy-menu.tsx";
import { buttonVariants } from "../../ui/button.tsx";
import { productsQuery } from "../../products/products.query.ts";
import { meQuery } from "../../users/users.query.ts";
import { BuyForm } from "./buy-form.tsx";
import { prefetch } from "../../lib/query-client.ts";
import { recentOrdersQuery } from "../my-orders.query.ts";
import { beneficiariesQuery } from "./beneficiaries.query.ts";

export const loader = () => prefetch(productsQuery, recentOrdersQuery, beneficiariesQuery);

/** Customers and admins buy here, each at an address of their own. Only the customer's names a number and a package. */
export function BuyPage() {
  const { network = "" } = useParams({ strict: false });
  const { to = "", pkg } = useSearch({ from: "/home/buy/$network", shouldThrow: false }) ?? {};
  const products = useQuery(productsQuery);
  const me = useQuery(meQuery);
  const product = products.data?.rows.find((each) => each.network === network);

  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-3.5">
      <PageTitle>Buy {network}</PageTitle>
      <Loading of={products} what="The packages could not be loaded.">
        <div role="status" aria-label={texts.loading} className="flex flex-col gap-3.5">
          <Skeleton className="h-24 rounded-lg" />
          <div className="grid grid-cols-3 gap-2.5">
            {Array.from({ length: 9 }, (_, at) => (
              <Skeleton key={at} className="h-19 rounded-lg" />
            ))}
          </div>
        </div>
      </Loading>
      <Loading of={me} what="Your wallet could not be loaded." />
      {products.data !== undefined && product === undefined && (
        <EmptyState title={`${network} is not on sale`}>
          <BuyMenu className={buttonVariants()} />
        </EmptyState>
      )}
      {product !== undefined && me.data !== undefined && (
        // Repeating another order resets the form.
        <BuyForm key={`${product._id} ${to} ${pkg}`} product={product} me={me.data} to={to} packageId={pkg} />
      )}
    </div>
  );
}
