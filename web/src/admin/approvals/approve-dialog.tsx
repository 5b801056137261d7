import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ApprovalRecord } from "#api/contract/approvals.ts";
import { money, signedMoney } from "../../lib/money.ts";
import { useCommand } from "../../lib/use-command.ts";
import { queryClient } from "../../lib/query-client.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { notify } from "../../ui/notifications.ts";
import { OutcomeAlert } from "../shared/outcome-alert.tsx";
import { accountQuery } from "../users/account.query.ts";
import { approvalsQuery } from "./approvals.query.ts";

/** Asks for confirmation of another admin's request, and shows its effect. */
export function ApproveDialog({ approval, onClose }: { approval: ApprovalRecord; onClose: () => void }) {
  const { user, amount, reason, corrects, requestedBy } = approval;
  const { data: approvals } = useQuery(approvalsQuery);
  const approve = useCommand({
    send: (_: void, send) => send({ method: "PUT", path: `/approval/${approval._id}/approve`, body: {} }),
    onDone: () => {
      notify("Approved and carried out", "success");
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries(approvalsQuery),
  });
  const limitText = (limit: number | null | undefined) => (limit === null ? "none" : money(limit ?? 0));
  return (
    <Confirm
      title={
        user === null
          ? `Approve the limit for corrections?`
          : `Approve ${signedMoney(amount ?? 0)} for ${user.username}?`
      }
      confirm={approve.isUnknown ? "Retry" : "Yes, approve"}
      busy={approve.isBusy}
      onConfirm={() => approve.send()}
      onClose={onClose}
    >
      <Facts>
        {user === null ? (
          <Fact name="Limit">
            {limitText(approvals?.limit)} → {limitText(amount)}
          </Fact>
        ) : (
          <BalanceFact user={user._id} amount={amount ?? 0} />
        )}
        {reason !== null && <Fact name="Reason">{reason}</Fact>}
        {corrects !== null && (
          <Fact name="Corrects">
            <Link
              to="/admin/audit"
              search={{ at: corrects }}
              className="inline-flex min-h-12 items-center text-primary underline underline-offset-3"
            >
              movement {corrects}
            </Link>
          </Fact>
        )}
        <Fact name="Requested by">{requestedBy.username}</Fact>
      </Facts>
      <OutcomeAlert error={approve.error} />
    </Confirm>
  );
}

function BalanceFact({ user, amount }: { user: string; amount: number }) {
  const { data: account } = useQuery(accountQuery(user));
  const before = account?.user.balance;
  return (
    <Fact name="Balance">{before === undefined ? "…" : `${money(before)} → ${money(before + amount)}`}</Fact>
  );
}
