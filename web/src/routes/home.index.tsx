import { createFileRoute } from "@tanstack/react-router";
import { HomePage } from "../home/home-page.tsx";
import { recentOrdersQuery, salesQuery } from "../orders/my-orders.query.ts";
import { prefetch } from "../lib/query-client.ts";

export const Route = createFileRoute("/home/")({
  loader: () => prefetch(salesQuery, recentOrdersQuery),
  component: HomePage,
});
