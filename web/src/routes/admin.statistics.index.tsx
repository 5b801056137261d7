import { createFileRoute } from "@tanstack/react-router";
import { StatisticsPage } from "../reports/office/statistics/statistics-page.tsx";
import { daySearch } from "../lib/address.ts";

export const Route = createFileRoute("/admin/statistics/")({
  validateSearch: daySearch,
  component: StatisticsPage,
});
