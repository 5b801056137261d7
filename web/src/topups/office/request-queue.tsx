import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { TopupRecord } from "#contract/topups.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { approvalsQuery, topupApproval } from "../../office/approvals.query.ts";
import { ActResults } from "../../office/act-results.tsx";
import { useListKeys } from "../../office/list-keys.ts";
import { useSelection } from "../../office/selection.ts";
import { SelectionBar } from "../../office/selection-bar.tsx";
import { ShortcutsButton, ShortcutsHelp } from "../../office/shortcuts-help.tsx";
import type { Result } from "../../office/work-each.ts";
import { BulkDialog, doneBy } from "./bulk-dialog.tsx";
import { DecisionDialog } from "./decision-dialog.tsx";
import { RequestCard } from "./request-card.tsx";
import { requestLine, sumOf } from "./request-line.tsx";
import { promptsQuery } from "./by-prompt.tsx";
import { momoDuplicatesQuery, othersOf } from "./topups.query.ts";

const shortcuts = [
  ["j", "Next request"],
  ["k", "Previous request"],
  ["x", "Select or deselect the request"],
  ["a", "Select or deselect all on the page"],
  ["o", "Open the user"],
  ["p", "Approve"],
  ["d", "Decline"],
  ["/", "Search"],
  ["?", "Show shortcuts"],
  ["Ctrl K", "Find anything"],
] as const;
const inHelp = { noun: "request", shortcuts, acts: "p and d" } as const;
const inResults = { noun: "request", line: requestLine } as const;

interface Asked {
  topups: TopupRecord[];
  decision: "approve" | "decline";
}

/** One page of requests, decided one by one or several at once. */
export function RequestQueue({ rows }: { rows: TopupRecord[] }) {
  const { data: duplicates } = useQuery(momoDuplicatesQuery);
  const { data: prompts } = useQuery(promptsQuery);
  const { data: approvals } = useQuery(approvalsQuery);
  const open = rows.filter(isPending);
  const { selected, chosen: ticked, select, clear } = useSelection(rows, ({ _id }) => _id);
  const chosen = ticked.filter(isPending);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [last, setLast] = useState<{ done: string; results: Result<TopupRecord>[] } | null>(null);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const openUser = useOpenUser(rows);
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
        <SelectAll topups={open} selected={selected} onSelect={select} onHelp={list.onHelp} />
      )}
      <ul className="flex flex-col gap-2.5">
        {rows.map((topup) => (
          <li key={topup._id}>
            <RequestCard
              topup={topup}
              others={othersOf(duplicates, topup.rechargeId)}
              isByPrompt={prompts?.includes(topup.rechargeId) === true}
              asker={topupApproval(approvals, topup.rechargeId)?.requestedBy.username}
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
        <Question
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

function useOpenUser(rows: TopupRecord[]) {
  const navigate = useNavigate();
  return (id: string) => {
    const user = rows.find(({ _id }) => _id === id)?.userId;
    if (user !== undefined) void navigate({ to: "/admin/users/$id", params: { id: user } });
  };
}

function SelectAll({
  topups,
  selected,
  onSelect,
  onHelp,
}: {
  topups: TopupRecord[];
  selected: ReadonlySet<string>;
  onSelect: (ids: string[], on: boolean) => void;
  onHelp: () => void;
}) {
  const ids = topups.map(({ _id }) => _id);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <label className="flex min-h-12 items-center gap-4 px-4 text-sm font-semibold md:min-h-9">
        <Checkbox checked={ids.every((id) => selected.has(id))} onCheckedChange={(on) => onSelect(ids, on)} />
        Select all on this page
      </label>
      <ShortcutsButton onOpen={onHelp} />
    </div>
  );
}

function Question({
  topups,
  decision,
  onDone,
  onClose,
}: Asked & { onDone: (results: Result<TopupRecord>[]) => void; onClose: () => void }) {
  const [only] = topups;
  if (only !== undefined && topups.length === 1)
    return <DecisionDialog topup={only} decision={decision} onClose={onClose} />;
  return <BulkDialog topups={topups} decision={decision} onDone={onDone} onClose={onClose} />;
}
