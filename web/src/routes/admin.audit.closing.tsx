import { createFileRoute } from "@tanstack/react-router";
import { ClosingPage } from "../admin/audit/closing-page.tsx";
import { days, moment, searchOf } from "../lib/address.ts";

export const Route = createFileRoute("/admin/audit/closing")({
  validateSearch: searchOf({ ...days, at: moment }),
  component: ClosingOfDays,
});

function ClosingOfDays() {
  return <ClosingPage {...Route.useSearch()} />;
}
