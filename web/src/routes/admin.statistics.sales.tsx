import { createFileRoute } from "@tanstack/react-router";
import { SalesPage } from "../reports/office/statistics/sales-page.tsx";
import { daySearch } from "../lib/address.ts";

export const Route = createFileRoute("/admin/statistics/sales")({
  validateSearch: daySearch,
  component: SalesPage,
});
