import { createFileRoute } from "@tanstack/react-router";
import { StatisticsPage } from "../admin/statistics/statistics-page.tsx";
import { daySearch } from "./-admin-search.ts";

export const Route = createFileRoute("/admin/statistics/")({
  validateSearch: daySearch,
  component: Statistics,
});

function Statistics() {
  return <StatisticsPage {...Route.useSearch()} />;
}
