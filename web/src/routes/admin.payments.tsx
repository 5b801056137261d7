import { createFileRoute } from "@tanstack/react-router";
import { limits } from "#ledger/terms/limits.ts";
import { PaymentsPage } from "../admin/payments/payments-page.tsx";
import { days, oneOf, searchOf, sizeOf, trail, typed } from "../lib/address.ts";

export const Route = createFileRoute("/admin/payments")({
  validateSearch: searchOf({
    show: oneOf(["all", "phone"]),
    search: typed,
    ...days,
    size: sizeOf(limits.page_sizes),
    trail,
  }),
  component: Payments,
});

function Payments() {
  return <PaymentsPage {...Route.useSearch()} />;
}
