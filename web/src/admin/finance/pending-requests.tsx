import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { MomoDuplicates, TopupRecord } from "#api/contract/topups.ts";
import { formatDateTime } from "#ledger/terms/dates.ts";
import { groupPhone } from "#ledger/terms/phone.ts";
import { texts } from "#ledger/terms/texts.ts";
import { defined } from "../../lib/address.ts";
import { cursorOf } from "../../lib/keyset.ts";
import { money } from "../../lib/money.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";
import { KeysetPager } from "../shared/keyset-pager.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { DecisionDialog } from "./decision-dialog.tsx";
import { UserLink } from "../users/user-link.tsx";
import type { Decision } from "./decide.ts";
import { approvalsQuery, waitingIn } from "../approvals/approvals.query.ts";
import { momoDuplicatesQuery, pending_page, pendingTopupsQuery } from "./topups.query.ts";

export interface PendingProps {
  /** The search in the pending requests. */
  wait?: string;
  waitTrail?: string;
}

export function PendingRequests({ wait, waitTrail }: PendingProps) {
  const cursor = cursorOf(waitTrail);
  const { data, isPending, isError, error, refetch } = useQuery({
    ...pendingTopupsQuery({ cursor, search: wait }),
    placeholderData: keepPreviousData,
  });
  const { data: duplicates } = useQuery(momoDuplicatesQuery);
  const { data: approvals } = useQuery(approvalsQuery);
  const [asked, setAsked] = useState<{ topup: TopupRecord; decision: Decision } | null>(null);
  const navigate = useNavigate({ from: "/admin/finance" });
  const go = (change: { [Key in keyof PendingProps]: PendingProps[Key] | undefined }) =>
    void navigate({
      search: (old) => defined({ ...old, waitTrail: undefined, ...change }),
      resetScroll: false,
    });
  const rows = data?.rows ?? [];
  // Requests that arrived after the fetch are not in the next page's cursor yet.
  const next =
    data?.next ?? (cursor === undefined && data && data.total > rows.length ? rows.at(-1)?._id : null);
  const isLong = wait !== undefined || waitTrail !== undefined || (next ?? null) !== null;
  return (
    <section aria-label="Pending requests" className="flex min-w-0 flex-col gap-2.5">
      <h2 className="text-lg font-bold">Pending requests</h2>
      {isLong && (
        <SearchBox
          name="Search pending requests"
          value={wait ?? ""}
          placeholder="Reference, user, number, MoMo ID"
          onSearch={(text) => go({ wait: text || undefined })}
        />
      )}
      {isPending && <SkeletonRows count={3} className="h-36" />}
      {isError && (
        <Failure what="The requests could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined &&
        rows.length === 0 &&
        (isLong ? (
          <EmptyState title={texts.noRecords} />
        ) : (
          <EmptyState title="No pending requests">New requests appear here automatically.</EmptyState>
        ))}
      <ul className="flex flex-col gap-2.5">
        {rows.map((topup) => (
          <li key={topup._id}>
            <RequestCard
              topup={topup}
              others={duplicates?.find(({ rechargeId }) => rechargeId === topup.rechargeId)?.others ?? []}
              asker={
                waitingIn(approvals).find(({ rechargeId }) => rechargeId === topup.rechargeId)?.requestedBy
                  .username
              }
              onAsk={(decision) => setAsked({ topup, decision })}
            />
          </li>
        ))}
      </ul>
      {isLong && (
        <KeysetPager
          data={data && { ...data, next: next ?? null }}
          trail={waitTrail}
          size={pending_page}
          sizes={[pending_page]}
          onGo={({ trail }) => go({ waitTrail: trail })}
        />
      )}
      {asked !== null && <DecisionDialog {...asked} onClose={() => setAsked(null)} />}
    </section>
  );
}

interface CardProps {
  topup: TopupRecord;
  /** Other requests with the same MoMo transaction. At most one of them was paid. */
  others: MomoDuplicates[number]["others"];
  /** The admin whose approval waits for a second one. */
  asker: string | undefined;
  onAsk: (decision: Decision) => void;
}

function RequestCard({ topup, others, asker, onAsk }: CardProps) {
  const { user, momoTransactionId, purpose, status } = topup;
  return (
    <Card data-recharge={topup._id} className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <div className="min-w-[min(14rem,100%)] flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <b className="text-xl">{money(topup.amount)}</b>
          <span className="text-sm font-semibold">{topup.rechargeId}</span>
        </p>
        <p className="text-sm">
          <UserLink id={topup.userId} name={user.username} /> ·{" "}
          <span className="whitespace-nowrap">{groupPhone(user.phone)}</span>
        </p>
        <p className="text-sm text-muted-foreground">
          {formatDateTime(topup.createdAt)} · MoMo ID {momoTransactionId ?? "not given"}
        </p>
        {others.length > 0 && (
          <p className="text-sm font-semibold text-destructive">
            The same MoMo ID stands in{" "}
            {others.map(({ rechargeId, status: state }) => `${rechargeId} (${state})`).join(", ")}
          </p>
        )}
        {asker !== undefined && (
          <p className="mt-1 text-sm font-semibold text-info">
            {asker} asked for a second admin&apos;s approval
          </p>
        )}
        {purpose === "agent-upgrade" && (
          <p className="mt-1 text-sm font-semibold text-info">Wants to become an Agent</p>
        )}
      </div>
      {status === "pending" ? (
        <div className="flex max-w-full grow flex-wrap gap-2 sm:grow-0">
          <Button variant="outline" className="grow" onClick={() => onAsk("decline")}>
            Decline
          </Button>
          <Button variant="soft" className="grow" onClick={() => onAsk("approve")}>
            Approve
          </Button>
        </div>
      ) : (
        <StatusBadge status={status} />
      )}
    </Card>
  );
}
