import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { TopupRecord } from "#contract/topups.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { approvalsQuery, topupApproval } from "../../office/approvals.query.ts";
import { ActResults, type Result } from "../../office/act-results.tsx";
import { useListKeys, ShortcutsButton, ShortcutsHelp } from "../../office/shortcuts.tsx";
import { SelectAll, SelectionBar, useSelection } from "../../office/selection.tsx";
import { doneBy, DecisionDialog, promptsQuery, requestLine, sumOf } from "./decision-dialog.tsx";
import { momoDuplicatesQuery, othersOf } from "./topups.query.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { money } from "../../lib/money.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { TopupReference } from "./topup-columns.tsx";
import { UserLink } from "../../office/links.tsx";

const ownShortcuts = [
  ["o", "Open the user"],
  ["p", "Approve"],
  ["d", "Decline"],
] as const;
const inHelp = { noun: "request", own: ownShortcuts, acts: "p and d" } as const;
const inResults = { noun: "request", line: requestLine } as const;

interface Asked {
  topups: TopupRecord[];
  decision: "approve" | "decline";
}

/** One page of requests, decided one by one or several at once. */
export function RequestQueue({ rows }: { rows: TopupRecord[] }) {
  const open = rows.filter(isPending);
  const { selected, chosen: ticked, select, clear } = useSelection(rows, ({ _id }) => _id);
  const chosen = ticked.filter(isPending);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [last, setLast] = useState<{ done: string; results: Result<TopupRecord>[] } | null>(null);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const navigate = useNavigate();
  const openUser = (id: string) => {
    const user = rows.find(({ _id }) => _id === id)?.userId;
    if (user !== undefined) void navigate({ to: "/admin/users/$id", params: { id: user } });
  };
  const ask = (decision: Asked["decision"]) => (topups: TopupRecord[]) => {
    if (topups.length > 0) setAsked({ decision, topups });
  };
  const list = { selected, onSelect: select, onOpen: openUser, onHelp: () => setHelpOpen(true) };
  const acts = { p: ask("approve"), d: ask("decline") };
  useListKeys({ ...list, name: "recharge", rows: open, chosen, acts });
  return (
    <>
      {last !== null && <ActResults {...inResults} {...last} onClose={() => setLast(null)} />}
      {open.length > 1 && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <SelectAll
            ids={open.map(({ _id }) => _id)}
            selected={selected}
            onSelect={select}
            className="gap-4"
          />
          <ShortcutsButton onOpen={list.onHelp} />
        </div>
      )}
      <ul className="flex flex-col gap-2.5">
        {rows.map((topup) => (
          <li key={topup._id}>
            <RequestCard
              topup={topup}
              isSelected={selected.has(topup._id)}
              onSelect={(on) => select([topup._id], on)}
              onAsk={(decision) => setAsked({ topups: [topup], decision })}
            />
          </li>
        ))}
      </ul>
      <SelectionBar label="Selected requests" count={chosen.length} total={sumOf(chosen)} onClear={clear}>
        <Button size="sm" onClick={() => ask("approve")(chosen)}>
          Approve
        </Button>
        <Button variant="bar" size="sm" onClick={() => ask("decline")(chosen)}>
          Decline
        </Button>
      </SelectionBar>
      {asked !== null && (
        <DecisionDialog
          {...asked}
          onDone={(results) => {
            clear();
            setLast({ done: doneBy[asked.decision], results });
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {isHelpOpen && <ShortcutsHelp {...inHelp} onClose={() => setHelpOpen(false)} />}
    </>
  );
}

function isPending({ status }: TopupRecord): boolean {
  return status === "pending";
}

interface Props {
  topup: TopupRecord;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
  onAsk: (decision: "approve" | "decline") => void;
}

function RequestCard({ topup, isSelected, onSelect, onAsk }: Props) {
  const { user, momoTransactionId, purpose, status, rechargeId } = topup;
  const { data: duplicates } = useQuery(momoDuplicatesQuery);
  const { data: prompts = [] } = useQuery(promptsQuery);
  const { data: approvals } = useQuery(approvalsQuery);
  const others = othersOf(duplicates, rechargeId);
  const asker = topupApproval(approvals, rechargeId)?.requestedBy.username;
  return (
    <Card
      data-recharge={topup._id}
      data-state={isSelected ? "selected" : undefined}
      className="flex flex-wrap items-center gap-x-6 gap-y-3 data-[state=selected]:border-primary data-[state=selected]:ring-1 data-[state=selected]:ring-primary"
    >
      <div className="flex min-w-[min(14rem,100%)] flex-1 items-center gap-4">
        {status === "pending" && (
          <Checkbox
            aria-label={`Select request ${rechargeId}`}
            checked={isSelected}
            onCheckedChange={onSelect}
          />
        )}
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <b className="text-xl">{money(topup.amount)}</b>
            <span className="text-sm">
              <TopupReference topup={topup} />
            </span>
          </p>
          <p className="text-sm">
            <UserLink id={topup.userId} name={user.username} /> ·{" "}
            <span className="whitespace-nowrap">{groupPhone(user.phone)}</span>
          </p>
          <p className="text-sm text-muted-foreground">
            {formatDateTime(topup.createdAt)} · MoMo ID {momoTransactionId ?? "not given"}
          </p>
          {prompts.includes(rechargeId) && status === "pending" && (
            <p className="text-sm font-semibold text-info">By prompt, waiting for the customer</p>
          )}
          {others.length > 0 && (
            <p className="text-sm font-semibold text-destructive">
              The same MoMo ID stands in{" "}
              {others.map((other) => `${other.rechargeId} (${other.status})`).join(", ")}
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
