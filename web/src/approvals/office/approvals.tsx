import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { ApprovalRecord } from "#contract/approvals.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { useCommand } from "../../lib/command.ts";
import { queryClient } from "../../lib/query-client.ts";
import { getSession } from "../../lib/session.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { Button, OnlineButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { notify } from "../../lib/notifications.ts";
import { TextLink, UserLink } from "../../office/links.tsx";
import { money } from "../../lib/money.ts";
import { ChangeFacts, Fact, Facts } from "../../ui/facts.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { SamePayment } from "../../topups/office/approval-notes.tsx";
import { momoDuplicatesQuery, othersOf } from "../../topups/office/topups.query.ts";
import { OutcomeAlert } from "../../office/act-results.tsx";
import { accountQuery } from "../../office/account.query.ts";
import { titleOf, approvalsQuery, isAboutRights, waitingIn } from "../../office/approvals.query.ts";
import { ErrorAlert } from "../../ui/form.tsx";
import { OfficeTopupsPage } from "../../topups/office/office-topups-page.tsx";

/** The top-ups, and what else waits for a second admin. */
export function OfficeTopups() {
  return <OfficeTopupsPage approvals={<Approvals />} />;
}

/** Changes that wait for a second admin, and recent decisions. Renders nothing if there are none. */
function Approvals() {
  const { data } = useQuery(approvalsQuery);
  const waiting = waitingIn(data);
  const decided = data?.items.filter(({ status }) => status !== "pending") ?? [];
  const self = getSession()?._id;
  const own = decided.find(({ requestedBy }) => requestedBy._id === self);
  return (
    <>
      {waiting.length > 0 && (
        <section aria-label="Waiting for a second admin" className="flex flex-col gap-2.5">
          <h2 className="text-lg font-bold">Waiting for a second admin</h2>
          <ul className="flex flex-col gap-2.5">
            {waiting.map((approval) => (
              <li key={approval._id}>
                <WaitingCard approval={approval} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {decided.length > 0 && (
        <section aria-label="Decided by a second admin" className="flex flex-col gap-2">
          {/* Collapsed, except if another admin has decided the current admin's newest request. */}
          {own !== undefined && own.decidedBy?._id !== self && <DecidedCard approval={own} />}
          <details>
            <summary className="min-h-12 cursor-pointer py-3 text-sm font-semibold text-muted-foreground md:min-h-9 md:py-2">
              Recently decided by a second admin
            </summary>
            <ul className="flex flex-col gap-2">
              {decided.map((approval) => (
                <li key={approval._id}>
                  <DecidedCard approval={approval} />
                </li>
              ))}
            </ul>
          </details>
        </section>
      )}
    </>
  );
}

function WaitingCard({ approval }: { approval: ApprovalRecord }) {
  const self = getSession()?._id;
  const isOwn = approval.requestedBy._id === self;
  // An admin does not decide about their own rights.
  const isAboutSelf = approval.user?._id === self && isAboutRights(approval);
  const [isAsked, setAsked] = useState(false);
  const decline = useCommand({
    send: (_: void, send) => send({ method: "PUT", path: `/approval/${approval._id}/decline`, body: {} }),
    onDone: () => notify(isOwn ? "Withdrawn" : "Declined", "success"),
    onSettled: () => queryClient.invalidateQueries(approvalsQuery),
  });
  return (
    <Card className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <What approval={approval}>
        Requested by {isOwn ? "you" : approval.requestedBy.username} · {formatDateTime(approval.requestedAt)}
      </What>
      {isAboutSelf ? (
        <p className="text-sm text-muted-foreground">This is about you, so another admin decides.</p>
      ) : (
        <div className="flex flex-wrap gap-2">
          <OnlineButton variant="outline" size="sm" busy={decline.isBusy} onClick={() => decline.send()}>
            {isOwn ? "Withdraw" : "Decline"}
          </OnlineButton>
          {!isOwn && (
            <Button variant="soft" size="sm" onClick={() => setAsked(true)}>
              Approve
            </Button>
          )}
        </div>
      )}
      <ErrorAlert error={decline.error} className="w-full" />
      {isAsked && <ApproveDialog approval={approval} onClose={() => setAsked(false)} />}
    </Card>
  );
}

function DecidedCard({ approval }: { approval: ApprovalRecord }) {
  const { status, requestedBy, decidedBy, decidedAt } = approval;
  const isOwn = requestedBy._id === getSession()?._id;
  return (
    <Card className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <What approval={approval}>
        Requested by {isOwn ? "you" : requestedBy.username} ·{" "}
        {decidedBy?._id === requestedBy._id ? "withdrawn" : `${status} by ${decidedBy?.username ?? ""}`}
        {decidedAt !== null && <> · {formatDateTime(decidedAt)}</>}
      </What>
      <StatusBadge status={status} />
    </Card>
  );
}

function What({ approval, children }: { approval: ApprovalRecord; children: ReactNode }) {
  const { user, reason } = approval;
  return (
    <div className="min-w-[min(14rem,100%)] flex-1">
      <p>
        <b>{titleOf(approval)}</b>
        {user !== null && (
          <>
            {" "}
            for <UserLink id={user._id} name={user.username} />
            {reason !== null && `: ${reason}`}
          </>
        )}
      </p>
      <p className="text-sm text-muted-foreground">{children}</p>
    </div>
  );
}

/** Asks for confirmation of another admin's request, and shows its effect. */
function ApproveDialog({ approval, onClose }: { approval: ApprovalRecord; onClose: () => void }) {
  const { kind, user, amount, changes, reason, corrects, requestedBy } = approval;
  const { data: approvals } = useQuery(approvalsQuery);
  const { data: duplicates } = useQuery(momoDuplicatesQuery);
  const movesMoney = user !== null && !isAboutRights(approval);
  const { data: account } = useQuery({ ...accountQuery(user?._id ?? ""), enabled: movesMoney });
  const balance = account?.user.balance;
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
        {movesMoney && (
          <Fact name="Balance">
            {balance === undefined ? "…" : `${money(balance)} → ${money(balance + (amount ?? 0))}`}
          </Fact>
        )}
        <ChangeFacts changes={changes} />
        {reason !== null && <Fact name="Reason">{reason}</Fact>}
        {corrects !== null && (
          <Fact name="Corrects">
            <TextLink to="/admin/audit" search={{ open: corrects }}>
              movement {corrects}
            </TextLink>
          </Fact>
        )}
        <Fact name="Requested by">{requestedBy.username}</Fact>
      </Facts>
      <OutcomeAlert error={approve.error} />
    </Confirm>
  );
}
