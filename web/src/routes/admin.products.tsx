import { createFileRoute } from "@tanstack/react-router";
import { networks } from "#contract/terms/product-types.ts";
import { ProductsPage } from "../products/office/products-page.tsx";
import { oneOf, searchOf } from "../lib/address.ts";

export const Route = createFileRoute("/admin/products")({
  validateSearch: searchOf({ network: oneOf(networks) }),
  component: ProductsPage,
});
