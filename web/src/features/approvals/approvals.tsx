import { useMutation, useQuery } from "@tanstack/react-query";
import type { ApprovalRecord } from "#api/contract/approvals.ts";
import { formatDateTime } from "#ledger/terms/dates.ts";
import { errorText } from "../../lib/api-error.ts";
import { put } from "../../lib/api.ts";
import { money } from "../../lib/money.ts";
import { useOnline } from "../../lib/online.ts";
import { queryClient } from "../../lib/query-client.ts";
import { getSession } from "../../lib/session.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { notify } from "../../ui/notifications.ts";
import { UserLink } from "../admin-users/user-link.tsx";
import { approvalsQuery } from "./approvals.query.ts";

/** What waits for a second admin; nothing where nothing does. */
export function Approvals() {
  const { data } = useQuery(approvalsQuery);
  const waiting = data?.items.filter(({ status }) => status === "pending") ?? [];
  if (waiting.length === 0) return null;
  return (
    <section aria-label="Waiting for a second admin" className="flex flex-col gap-2.5">
      <h2 className="text-[1.0625rem] font-bold">Waiting for a second admin</h2>
      <ul className="flex flex-col gap-2.5">
        {waiting.map((approval) => (
          <li key={approval._id}>
            <ApprovalCard approval={approval} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ApprovalCard({ approval }: { approval: ApprovalRecord }) {
  const { kind, user, amount, reason, requestedBy, requestedAt } = approval;
  const isOwn = requestedBy._id === getSession()?._id;
  const isOnline = useOnline();
  const decide = useMutation({
    mutationFn: (how: "approve" | "decline") => put(`/approval/${approval._id}/${how}`, {}),
    onSuccess: (_, how) => notify(how === "approve" ? "Approved and done" : "Declined", "success"),
    onError: (error) => notify(errorText(error), "danger"),
    onSettled: () => queryClient.invalidateQueries(approvalsQuery),
  });
  const props = { size: "small", busy: decide.isPending, disabled: !isOnline } as const;
  return (
    <Card className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <div className="min-w-[min(14rem,100%)] flex-1">
        {kind === "correction" && user !== null ? (
          <p>
            <b>{money(amount ?? 0)}</b> for <UserLink id={user._id} name={user.username} />: {reason}
          </p>
        ) : (
          <p>
            <b>{amount === null ? "No limit for corrections" : `Limit for corrections ${money(amount)}`}</b>
          </p>
        )}
        <p className="text-s text-ink-3">
          Asked for by {isOwn ? "you" : requestedBy.username} · {formatDateTime(requestedAt)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button look="line" {...props} onClick={() => decide.mutate("decline")}>
          {isOwn ? "Take back" : "Decline"}
        </Button>
        {!isOwn && (
          <Button look="soft" {...props} onClick={() => decide.mutate("approve")}>
            Approve
          </Button>
        )}
      </div>
    </Card>
  );
}
