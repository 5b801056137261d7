import { createFileRoute } from "@tanstack/react-router";
import { SalesPage } from "../admin/statistics/sales-page.tsx";
import { day, searchOf } from "../lib/address.ts";

export const Route = createFileRoute("/admin/statistics/sales")({
  validateSearch: searchOf({ from: day, to: day }),
  component: Sales,
});

function Sales() {
  return <SalesPage {...Route.useSearch()} />;
}
