import { createFileRoute } from "@tanstack/react-router";
import { ClosingPage } from "../admin/audit/closing-page.tsx";
import { day, moment, searchOf } from "../lib/address.ts";

export const Route = createFileRoute("/admin/audit/closing")({
  validateSearch: searchOf({ from: day, to: day, at: moment }),
  component: ClosingOfDays,
});

function ClosingOfDays() {
  return <ClosingPage {...Route.useSearch()} />;
}
