import { createFileRoute } from "@tanstack/react-router";
import { SalesPage } from "../admin/statistics/sales-page.tsx";
import { daySearch } from "./-admin-search.ts";

export const Route = createFileRoute("/admin/statistics/sales")({
  validateSearch: daySearch,
  component: Sales,
});

function Sales() {
  return <SalesPage {...Route.useSearch()} />;
}
