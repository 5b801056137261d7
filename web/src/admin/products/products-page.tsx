import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import type { ProductRecord } from "#api/contract/products.ts";
import { plainMoney } from "../../lib/money.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { Button, buttonVariants } from "../../ui/button.tsx";
import { SaveButtons } from "../../ui/save-buttons.tsx";
import { Loading } from "../../ui/loading.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { productsQuery } from "../../app/catalogue/products.query.ts";
import { ManyPrices } from "./many-prices.tsx";
import { ProductForm } from "./product-form.tsx";
import { packagesText, ProductTiles } from "./product-tiles.tsx";

/** All networks, or one network's product: its image, status, note and packages. */
export function ProductsPage({ network }: { network?: string }) {
  const query = useQuery(productsQuery);
  const { data } = query;
  const [isChanging, setChanging] = useState(false);
  const products = data?.rows ?? [];
  const product = products.find((each) => each.network === network);
  return (
    <>
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-3">
        <PageTitle>Products</PageTitle>
        {products.length > 0 && (
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" size="sm" onClick={() => setChanging(true)}>
              Change many prices
            </Button>
            <SaveButtons list="products" rows={() => products.flatMap(csvRows)} />
          </div>
        )}
      </div>
      <Loading of={query} what="The products could not be loaded." rows={4} height="h-20" />
      {data !== undefined && network === undefined && <ProductTiles products={products} />}
      {data !== undefined && network !== undefined && (
        <>
          <ProductHeading network={network} product={product} />
          <ProductForm key={network} network={network} product={product} />
        </>
      )}
      {isChanging && <ManyPrices products={products} network={network} onClose={() => setChanging(false)} />}
    </>
  );
}

function ProductHeading({ network, product }: { network: string; product: ProductRecord | undefined }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Link to="/admin/products" className={buttonVariants({ variant: "ghost", size: "sm" })}>
        <ArrowLeft aria-hidden className="size-4" /> All products
      </Link>
      <h2 className="text-lg font-bold">{network}</h2>
      {product === undefined ? (
        <span className="text-sm text-muted-foreground">not yet sold</span>
      ) : (
        <>
          <StatusBadge status={product.status} />
          <span className="text-sm text-muted-foreground">{packagesText(product)}</span>
        </>
      )}
    </div>
  );
}

/** One row for each package, and one for a product without packages. */
function csvRows({ network, status, note, packages }: ProductRecord) {
  const rows = packages.length > 0 ? packages : [undefined];
  return rows.map((row) => ({
    Network: network,
    Status: status,
    Offer: row?.offer ?? "",
    "Customer (GHS)": plainMoney(row?.priceCustomer),
    "Agent (GHS)": plainMoney(row?.priceAgent),
    "Super Agent (GHS)": plainMoney(row?.priceSAg),
    Note: note,
  }));
}
