import type { TopupRecord } from "#contract/topups.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { money } from "../lib/money.ts";
import { SignedReceipt } from "../receipts/signed-receipt.tsx";
import { StatusBadge } from "../ui/badge.tsx";
import { Fact, Facts } from "../ui/facts.tsx";
import { ResponsiveDialog } from "../ui/responsive-dialog.tsx";

/** What there is to say of one top-up. It stays up to date while it is open. */
export function TopupReceipt({ topup, onClose }: { topup: TopupRecord; onClose: () => void }) {
  const { _id, rechargeId, amount, createdAt, status, reason } = topup;
  return (
    <ResponsiveDialog title={`Top-up ${rechargeId}`} onClose={onClose} className="print-me">
      <Facts>
        <Fact name="Amount">{money(amount)}</Fact>
        <Fact name="Requested">{formatDateTime(createdAt)}</Fact>
        <Fact name="Status">
          <StatusBadge status={status} />
        </Fact>
        {reason !== null && <Fact name="Reason">{reason}</Fact>}
      </Facts>
      {status === "approved" && <SignedReceipt path={`/receipt/topup/${_id}`} />}
    </ResponsiveDialog>
  );
}
