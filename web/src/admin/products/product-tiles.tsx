import { Link } from "@tanstack/react-router";
import type { ProductRecord } from "#api/contract/products.ts";
import { networks } from "#ledger/terms/product-types.ts";
import { ProductImage } from "../../app/catalogue/product-image.tsx";
import { readDraft } from "../../lib/draft.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { draftName } from "./draft.ts";

/** All networks, sold or not. A tap opens the product's form. */
export function ProductTiles({ products }: { products: readonly ProductRecord[] }) {
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

export function packagesText({ packages: { length: count } }: ProductRecord): string {
  return `${count} ${count === 1 ? "package" : "packages"}`;
}
