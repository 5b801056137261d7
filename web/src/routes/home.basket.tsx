import { createFileRoute } from "@tanstack/react-router";
import { BasketPage } from "../orders/basket/basket-page.tsx";
import { productsQuery } from "../products/products.query.ts";
import { prefetch } from "../lib/query-client.ts";

export const Route = createFileRoute("/home/basket")({
  loader: () => prefetch(productsQuery),
  component: BasketPage,
});
