import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ApprovalRecord } from "#api/contract/approvals.ts";
import { money } from "../../lib/money.ts";
import { useCommand } from "../../lib/use-command.ts";
import { queryClient } from "../../lib/query-client.ts";
import { ChangeFacts } from "../../ui/changes.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { notify } from "../../ui/notifications.ts";
import { SamePayment } from "../finance/same-payment.tsx";
import { momoDuplicatesQuery, othersOf } from "../finance/topups.query.ts";
import { OutcomeAlert } from "../shared/outcome-alert.tsx";
import { accountQuery } from "../users/account.query.ts";
import { approvalsQuery, isAboutRights } from "./approvals.query.ts";
import { titleOf } from "./title.ts";

/** Asks for confirmation of another admin's request, and shows its effect. */
export function ApproveDialog({ approval, onClose }: { approval: ApprovalRecord; onClose: () => void }) {
  const { kind, user, amount, changes, reason, corrects, requestedBy } = approval;
  const { data: approvals } = useQuery(approvalsQuery);
  const { data: duplicates } = useQuery(momoDuplicatesQuery);
  const approve = useCommand({
    send: (_: void, send) =>
      send({ method: "PUT", path: `/approval/${approval._id}/approve`, body: {}, changes }),
    onDone: () => {
      notify("Approved and carried out", "success");
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries(approvalsQuery),
  });
  const limitText = (limit: number | null) => (limit === null ? "none" : money(limit));
  const before =
    kind === "limit" ? approvals?.limit : kind === "topup limit" ? approvals?.topupLimit : undefined;
  return (
    <Confirm
      title={
        user === null
          ? `Approve: ${titleOf(approval)}?`
          : `Approve ${titleOf(approval)} for ${user.username}?`
      }
      confirm={approve.isUnknown ? "Retry" : "Yes, approve"}
      busy={approve.isBusy}
      onConfirm={() => approve.send()}
      onClose={onClose}
    >
      <SamePayment others={othersOf(duplicates, approval.rechargeId)} />
      <Facts>
        {before !== undefined && (
          <Fact name="Limit">
            {limitText(before)} → {limitText(amount)}
          </Fact>
        )}
        {user !== null && !isAboutRights(approval) && <BalanceFact user={user._id} amount={amount ?? 0} />}
        <ChangeFacts changes={changes} />
        {reason !== null && <Fact name="Reason">{reason}</Fact>}
        {corrects !== null && (
          <Fact name="Corrects">
            <Link
              to="/admin/audit"
              search={{ open: corrects }}
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
