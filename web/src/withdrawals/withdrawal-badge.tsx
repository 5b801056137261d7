import { takenBack } from "#contract/terms/withdrawals.ts";
import { type WithdrawalRecord, withdrawalStatusNames } from "#contract/withdrawals.ts";
import { Badge, type BadgeVariant } from "../ui/badge.tsx";

const looks: Record<WithdrawalRecord["status"], BadgeVariant> = {
  requested: "warning",
  sent: "info",
  paid: "success",
  failed: "destructive",
  rejected: "destructive",
};

export function WithdrawalBadge({ status, reason }: Pick<WithdrawalRecord, "status" | "reason">) {
  return (
    <Badge variant={looks[status]}>
      {reason === takenBack ? "taken back" : withdrawalStatusNames[status]}
    </Badge>
  );
}
