import { Approvals } from "../approvals/office/approvals.tsx";
import { FinancePage } from "../topups/office/finance-page.tsx";

/** The top-ups, and what else waits for a second admin. */
export function Finance() {
  return <FinancePage approvals={<Approvals />} />;
}
