import { createFileRoute } from "@tanstack/react-router";
import { StatisticsPage } from "../admin/statistics/statistics-page.tsx";
import { day, searchOf } from "../lib/address.ts";

export const Route = createFileRoute("/admin/statistics/")({
  validateSearch: searchOf({ from: day, to: day }),
  component: Statistics,
});

function Statistics() {
  return <StatisticsPage {...Route.useSearch()} />;
}
