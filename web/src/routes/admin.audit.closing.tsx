import { createFileRoute } from "@tanstack/react-router";
import { ClosingTab } from "../admin/audit/closing-tab.tsx";
import { day, moment, oneOf, searchOf } from "../lib/address.ts";

export const Route = createFileRoute("/admin/audit/closing")({
  validateSearch: searchOf({ from: day, to: day, at: moment, tab: oneOf(["momo"]) }),
  component: ClosingOfDays,
});

function ClosingOfDays() {
  return <ClosingTab {...Route.useSearch()} />;
}
