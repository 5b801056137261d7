import { useQuery } from "@tanstack/react-query";
import { texts } from "#contract/terms/texts.ts";
import { EmptyState, Loading, Skeleton } from "../../ui/placeholders.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { BuyMenu } from "../../products/buy-menu.tsx";
import { buttonVariants } from "../../ui/button.tsx";
import { productsQuery } from "../../products/products.query.ts";
import { meQuery } from "../../users/users.query.ts";
import { BuyForm } from "./buy-form.tsx";

interface Props {
  network: string;
  to: string;
  packageId: string | undefined;
}

export function BuyPage({ network, to, packageId }: Props) {
  const products = useQuery(productsQuery);
  const me = useQuery(meQuery);
  const product = products.data?.rows.find((each) => each.network === network);

  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-3.5">
      <PageTitle>Buy {network}</PageTitle>
      <Loading of={products} what="The packages could not be loaded.">
        <BuySkeleton />
      </Loading>
      <Loading of={me} what="Your wallet could not be loaded." />
      {products.data !== undefined && product === undefined && (
        <EmptyState title={`${network} is not on sale`}>
          <BuyMenu className={buttonVariants()} />
        </EmptyState>
      )}
      {product !== undefined && me.data !== undefined && (
        <BuyForm key={product._id} product={product} me={me.data} to={to} packageId={packageId} />
      )}
    </div>
  );
}

function BuySkeleton() {
  return (
    <div role="status" aria-label={texts.loading} className="flex flex-col gap-3.5">
      <Skeleton className="h-24 rounded-lg" />
      <div className="grid grid-cols-3 gap-2.5">
        {Array.from({ length: 9 }, (_, at) => (
          <Skeleton key={at} className="h-19 rounded-lg" />
        ))}
      </div>
    </div>
  );
}
