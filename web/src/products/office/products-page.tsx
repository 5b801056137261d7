import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import type { ProductRecord } from "#contract/products.ts";
import { networks } from "#contract/terms/product-types.ts";
import { countText } from "../../lib/count-text.ts";
import { plainMoney } from "../../lib/money.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../office/links.tsx";
import { Button } from "../../ui/button.tsx";
import { SaveMenu } from "../../ui/file-buttons.tsx";
import { Loading } from "../../ui/placeholders.tsx";
import { PageHead } from "../../ui/page-title.tsx";
import { productsQuery } from "../products.query.ts";
import { ProductImage } from "../product-image.tsx";
import { readDraft } from "../../lib/draft.ts";
import { ManyPrices } from "./many-prices.tsx";
import { ProductForm } from "./product-form.tsx";
import { draftName } from "./draft.ts";

/** All networks, or one network's product: its image, status, note and packages. */
export function ProductsPage() {
  const { network } = useSearch({ from: "/admin/products" });
  const query = useQuery(productsQuery);
  const { data } = query;
  const [isChanging, setChanging] = useState(false);
  const products = data?.rows ?? [];
  const product = products.find((each) => each.network === network);
  return (
    <>
      <PageHead title="Products">
        {products.length > 0 && (
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" size="sm" onClick={() => setChanging(true)}>
              Change many prices
            </Button>
            <SaveMenu list="products" rows={() => products.flatMap(csvRows)} />
          </div>
        )}
      </PageHead>
      <Loading of={query} what="The products could not be loaded." rows={4} height="h-20" />
      {data !== undefined && network === undefined && products.length < networks.length && (
        <p>
          Several at once, from a list of usual packages:{" "}
          <ButtonLink to="/admin/open">Open your shop</ButtonLink>
        </p>
      )}
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
      <ButtonLink to="/admin/products" variant="ghost">
        <ArrowLeft aria-hidden className="size-4" /> All products
      </ButtonLink>
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

/** All networks, sold or not. A tap opens the product's form. */
function ProductTiles({ products }: { products: readonly ProductRecord[] }) {
  return (
    <ul
      aria-label="Networks"
      className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-2.5"
    >
      {networks.map((network) => (
        <li key={network}>
          <Tile network={network} product={products.find((each) => each.network === network)} />
        </li>
      ))}
    </ul>
  );
}

function Tile({ network, product }: { network: string; product: ProductRecord | undefined }) {
  const isUnsaved = readDraft(draftName(network)) !== undefined;
  return (
    <Link
      to="/admin/products"
      search={{ network }}
      className="flex h-full min-h-20 items-center gap-3.5 rounded-lg border border-border bg-card p-3.5 shadow-sm hover:border-primary"
    >
      <ProductImage network={network} image={product?.image ?? null} className="size-14" />
      <span className="min-w-0 flex-1">
        <b className="block">{network}</b>
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-muted-foreground">
          {product === undefined ? "not yet sold" : packagesText(product)}
          {product !== undefined && <StatusBadge status={product.status} />}
        </span>
        {isUnsaved && <span className="block text-sm font-semibold text-warning">Unsaved changes</span>}
      </span>
    </Link>
  );
}

function packagesText({ packages: { length: count } }: ProductRecord): string {
  return countText(count, "package");
}
