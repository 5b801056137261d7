import { createFileRoute } from "@tanstack/react-router";
import { BasketPage } from "../app/basket/basket-page.tsx";
import { productsQuery } from "../app/catalogue/products.query.ts";
import { prefetch } from "../lib/prefetch.ts";

export const Route = createFileRoute("/home/basket")({
  loader: () => prefetch(productsQuery),
  component: BasketPage,
});
