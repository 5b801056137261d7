import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import { networks } from "#contract/terms/product-types.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Loading } from "../ui/loading.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { ProductImage } from "../products/product-image.tsx";
import { available, productsQuery } from "../products/products.query.ts";

/** On a desk three columns, which the nine networks fill, as high as the other half of the page. */
const grid =
  "grid grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] gap-2.5 lg:flex-1 lg:auto-rows-fr lg:grid-cols-3";

/** Links to the packages of all networks on sale. */
export function NetworkTiles() {
  const query = useQuery(productsQuery);
  if (!query.isSuccess)
    return (
      <Loading of={query} what="The networks could not be loaded.">
        <div className={grid} aria-hidden>
          {networks.map((name) => (
            <Skeleton key={name} className="h-21.5 rounded-lg lg:h-auto lg:min-h-15" />
          ))}
        </div>
      </Loading>
    );
  const products = available(query.data.rows);
  if (products.length === 0)
    return <EmptyState title="Nothing is on sale right now">Please come back later.</EmptyState>;
  return (
    <nav aria-label="Networks" className={grid}>
      {products.map(({ _id, network, image }) => (
        <Link
          key={_id}
          to="/home/buy/$network"
          params={{ network }}
          className="flex min-h-21.5 min-w-0 flex-col items-center gap-1.5 rounded-lg border border-border bg-card px-0.5 py-2.5 text-center text-xs font-semibold shadow-sm lg:min-h-15 lg:flex-row lg:gap-2.5 lg:px-3 lg:text-left lg:text-sm transition-[border-color] duration-150 hover:border-primary"
        >
          <ProductImage network={network} image={image} />
          <span className="w-full leading-tight wrap-anywhere">
            {syllables(network).map((part) => (
              <Fragment key={part}>
                {part}
                <wbr />
              </Fragment>
            ))}
          </span>
        </Link>
      ))}
    </nav>
  );
}

/** Where a name may break on a narrow tile: MTN·express, Airtel·Tigo. */
function syllables(network: string): string[] {
  return network.split(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z]{3})(?=[a-z])/);
}
