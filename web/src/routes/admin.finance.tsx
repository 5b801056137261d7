import { createFileRoute } from "@tanstack/react-router";
import type { topupList } from "#contract/topups.ts";
import { Approvals } from "../approvals/office/approvals.tsx";
import { FinancePage } from "../topups/office/finance-page.tsx";
import { listAddress } from "../lib/address.ts";

export const Route = createFileRoute("/admin/finance")({
  validateSearch: listAddress<typeof topupList, "wait" | "waitTrail">,
  component: () => <FinancePage approvals={<Approvals />} />,
});
