import { createFileRoute } from "@tanstack/react-router";
import { networks } from "#ledger/terms/networks.ts";
import { ProductsPage } from "../features/admin-products/products-page.tsx";
import { defined } from "../lib/defined.ts";

export const Route = createFileRoute("/admin/products")({
  validateSearch: (search: Record<string, unknown>): { network?: string } =>
    defined({ network: networks.find((each) => each === search["network"]) }),
  component: Products,
});

function Products() {
  return <ProductsPage {...Route.useSearch()} />;
}
