import { createFileRoute } from "@tanstack/react-router";
import { HomePage } from "../features/home/home-page.tsx";
import { recentOrdersQuery } from "../features/orders/my-orders.query.ts";
import { salesQuery } from "../features/orders/sales.query.ts";
import { warm } from "../lib/warm.ts";

export const Route = createFileRoute("/home/")({
  loader: () => warm(salesQuery, recentOrdersQuery),
  component: HomePage,
});
