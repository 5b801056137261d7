import { createFileRoute } from "@tanstack/react-router";
import { networks } from "#ledger/terms/networks.ts";
import { ProductsPage } from "../admin/products/products-page.tsx";
import { searchOf, defined } from "../lib/address.ts";

export const Route = createFileRoute("/admin/products")({
  validateSearch: searchOf((search): { network?: string } =>
    defined({ network: networks.find((each) => each === search["network"]) }),
  ),
  component: Products,
});

function Products() {
  return <ProductsPage {...Route.useSearch()} />;
}
