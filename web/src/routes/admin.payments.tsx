import { createFileRoute } from "@tanstack/react-router";
import type { paymentList } from "#contract/payments.ts";
import { PaymentsPage } from "../payments/office/payments-page.tsx";
import { listAddress } from "../lib/address.ts";

export const Route = createFileRoute("/admin/payments")({
  validateSearch: listAddress<typeof paymentList, "show">,
  component: PaymentsPage,
});
