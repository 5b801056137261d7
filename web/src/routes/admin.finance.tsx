import { createFileRoute } from "@tanstack/react-router";
import type { topupList } from "#api/contract/topups.ts";
import { Approvals } from "../admin/approvals/approvals.tsx";
import { FinancePage } from "../admin/finance/finance-page.tsx";
import { listAddress } from "../lib/list-address.ts";

export const Route = createFileRoute("/admin/finance")({
  validateSearch: listAddress<typeof topupList, "wait" | "waitTrail">,
  component: () => <FinancePage approvals={<Approvals />} />,
});
