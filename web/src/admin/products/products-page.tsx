import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ProductRecord } from "#api/contract/products.ts";
import { networks } from "#ledger/terms/networks.ts";
import { plainMoney } from "../../lib/money.ts";
import { CsvButton } from "../../ui/csv-button.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Field } from "../../ui/field.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { NativeSelect } from "../../ui/native-select.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { productsQuery } from "../../app/catalogue/products.query.ts";
import { ProductForm } from "./product-form.tsx";

/** Edits one network's product: image, status, note and packages. */
export function ProductsPage({ network }: { network?: string }) {
  const { data, isError, error, refetch } = useQuery(productsQuery);
  const navigate = useNavigate({ from: "/admin/products" });
  const products = data?.rows ?? [];
  return (
    <>
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-3">
        <PageTitle>Products</PageTitle>
        {products.length > 0 && <CsvButton list="products" rows={() => products.flatMap(csvRows)} />}
      </div>
      <div className="max-w-xl">
        <Field label="Network">
          {(parts) => (
            <NativeSelect
              {...parts}
              value={network ?? ""}
              onChange={({ target }) =>
                void navigate({ search: target.value === "" ? {} : { network: target.value } })
              }
            >
              <option value="">Please select a network</option>
              {networks.map((each) => (
                <option key={each} value={each}>
                  {each}
                  {data !== undefined && ` · ${stateOf(products, each)}`}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
      </div>
      {isError && (
        <Failure what="The products could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {network !== undefined && data === undefined && !isError && <SkeletonRows count={4} />}
      {network !== undefined && data !== undefined && (
        <ProductForm
          key={network}
          network={network}
          product={products.find((product) => product.network === network)}
        />
      )}
    </>
  );
}

function stateOf(products: readonly ProductRecord[], network: string): string {
  const product = products.find((each) => each.network === network);
  if (product === undefined) return "not yet sold";
  const count = product.packages.length;
  return `${product.status}, ${count} ${count === 1 ? "package" : "packages"}`;
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
