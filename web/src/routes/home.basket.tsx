import { createFileRoute } from "@tanstack/react-router";
import { BasketPage } from "../app/basket/basket-page.tsx";
import { productsQuery } from "../app/catalogue/products.query.ts";
import { warm } from "../lib/warm.ts";

export const Route = createFileRoute("/home/basket")({
  loader: () => warm(productsQuery),
  component: BasketPage,
});
