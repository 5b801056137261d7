import { createFileRoute } from "@tanstack/react-router";
import { ClosingTab } from "../books/office/closing-page.tsx";
import { days, moment, oneOf, searchOf } from "../lib/address.ts";

export const Route = createFileRoute("/admin/audit/closing")({
  validateSearch: searchOf({ ...days, at: moment, tab: oneOf(["momo"]) }),
  component: ClosingTab,
});
