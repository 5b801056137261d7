import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { MoveInCounts, MoveInRecord, RefusedLineRecord, MoveInsAnswer } from "#contract/move-in.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { put } from "../../lib/api.ts";
import { money } from "../../lib/money.ts";
import { queryClient, getQuery } from "../../lib/query-client.ts";
import { useCommand } from "../../lib/command.ts";
import { Alert } from "../../ui/alert.tsx";
import { Badge, type BadgeVariant } from "../../ui/badge.tsx";
import { ButtonLink } from "../../office/links.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { notify } from "../../lib/notifications.ts";
import { approvalsQuery } from "../../office/approvals.query.ts";
import { countText } from "../../lib/count-text.ts";
import { OutcomeAlert } from "../../office/act-results.tsx";
import { fileRows, SaveMenu } from "../../ui/file-buttons.tsx";
import { columnsOf, type Fields } from "../../ui/list-columns.tsx";
import { Loading } from "../../ui/placeholders.tsx";
import { PagedList } from "../../office/paged-list.tsx";
import { columnNames } from "./chosen-file.ts";

const states: Record<MoveInRecord["state"], [text: string, variant: BadgeVariant]> = {
  checked: ["checked", "info"],
  waiting: ["waiting for a second admin", "warning"],
  declined: ["declined", "destructive"],
  expired: ["expired", "destructive"],
  running: ["moving in", "info"],
  done: ["moved in", "success"],
};

/** One dry run, and how far it has moved in. */
export function MoveInCard({ moveIn }: { moveIn: MoveInRecord }) {
  const { state, already, refused, checkedBy, checkedAt } = moveIn;
  const [text, variant] = states[state];
  const isEmpty = moveIn.new.users + moveIn.new.products === 0;
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 className="text-lg font-bold">{formatDateTime(checkedAt)}</h2>
        <Badge variant={variant}>{text}</Badge>
      </div>
      <p className="text-sm text-muted-foreground">Checked by {checkedBy.username}</p>
      <Facts>
        <CountFacts of={moveIn.new} />
        {already.users + already.products > 0 && (
          <Fact name="Moved in before">
            {countText(already.users, "user")} with {money(already.amount)},{" "}
            {countText(already.products, "product")}
          </Fact>
        )}
        <Fact name="Refused lines">{refused.toLocaleString("en")}</Fact>
      </Facts>
      <Progress moveIn={moveIn} />
      {isEmpty && state === "checked" && <Alert>These files bring nothing new.</Alert>}
      {state === "expired" && (
        <Alert>Nobody decided in time, and the files were deleted. Check them again.</Alert>
      )}
      {state === "waiting" && (
        <ButtonLink to="/admin/finance" size="default">
          See the request
        </ButtonLink>
      )}
      {state !== "declined" && state !== "expired" && <RefusedLines moveIn={moveIn} />}
      {state === "checked" && !isEmpty && <Start moveIn={moveIn} />}
    </Card>
  );
}

function CountFacts({ of: { users, amount, products } }: { of: MoveInCounts }) {
  return (
    <>
      <Fact name="New users">{users.toLocaleString("en")}</Fact>
      <Fact name="Their balances together">{money(amount)}</Fact>
      <Fact name="New products">{products.toLocaleString("en")}</Fact>
    </>
  );
}

function Progress({ moveIn: { state, moved, new: all } }: { moveIn: MoveInRecord }) {
  if (state !== "running" && state !== "done") return null;
  const total = all.users + all.products;
  const done = moved.users + moved.products;
  if (state === "running")
    return (
      <div className="flex flex-col gap-1.5 text-sm">
        <progress aria-label="Moved in" className="h-3 w-full accent-primary" max={total} value={done} />
        <p role="status">
          {moved.users.toLocaleString("en")} of {countText(all.users, "user")}, {money(moved.amount)} of{" "}
          {money(all.amount)}. You can leave this page: the shop goes on by itself.
        </p>
      </div>
    );
  const brought = `${countText(moved.users, "user")} with ${money(moved.amount)} and ${countText(moved.products, "product")} moved in.`;
  const isAll = done === total;
  return (
    <Alert variant={isAll ? "success" : "warning"} role="status">
      {brought}{" "}
      {isAll
        ? "That is all of them."
        : `${countText(total - done, "line")} had been taken meanwhile and stayed out.`}
    </Alert>
  );
}

function Start({ moveIn }: { moveIn: MoveInRecord }) {
  const [isAsked, setAsked] = useState(false);
  const { data: approvals } = useQuery(approvalsQuery);
  const { users, amount, products } = moveIn.new;
  const start = useCommand({
    send: () =>
      put<MoveInRecord>(
        `/move-in/${moveIn._id}/start`,
        {},
        {
          changes: [
            { what: "Users", before: null, after: users.toLocaleString("en") },
            { what: "Balances", before: null, after: money(amount) },
            { what: "Products", before: null, after: products.toLocaleString("en") },
          ],
        },
      ),
    onDone: ({ state }) => {
      setAsked(false);
      if (state === "waiting") notify("Another admin must approve this first.", "success");
    },
    onError: () => undefined,
    onSettled: () => queryClient.invalidateQueries(moveInsQuery),
  });
  return (
    <>
      <Button className="self-start" onClick={() => setAsked(true)}>
        Move in
      </Button>
      {isAsked && (
        <Confirm
          title={`Move in ${countText(users, "user")} with ${money(amount)}?`}
          confirm={start.isUnknown ? "Retry" : "Yes, move in"}
          busy={start.isBusy}
          onConfirm={() => start.send()}
          onClose={() => setAsked(false)}
        >
          <Facts>
            <CountFacts of={moveIn.new} />
          </Facts>
          <p className="text-sm text-muted-foreground">
            Compare the sums with the old shop’s, and close it first: what is sold there after its export is
            not in the files.
            {moveIn.refused > 0 &&
              ` ${countText(moveIn.refused, "refused line")} ${moveIn.refused === 1 ? "stays" : "stay"} out; a corrected file can move in later.`}
            {approvals?.isBinding && " Another admin has to approve it."}
          </p>
          <OutcomeAlert error={start.error} />
        </Confirm>
      )}
    </>
  );
}

/** The lines that do not move in, to read and as a file. Renders nothing if there are none. */
function RefusedLines({ moveIn }: { moveIn: MoveInRecord }) {
  const [isShown, setShown] = useState(false);
  const query = useQuery({ ...refusedLinesQuery(moveIn), enabled: isShown });
  const { refused, moved, new: all, state } = moveIn;
  const leftOut = state === "done" ? all.users + all.products - moved.users - moved.products : 0;
  if (refused + leftOut === 0) return null;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? "Hide refused lines" : "Show refused lines"}
        </Button>
        <SaveMenu
          list="refused-lines"
          rows={async () => fileRows(fields, await queryClient.fetchQuery(refusedLinesQuery(moveIn)))}
        />
      </div>
      {isShown && <Loading of={query} what="The lines could not be loaded." rows={2} height="h-12" />}
      {isShown && <PagedList title="Refused lines" columns={columnsOf(fields)} rows={query.data ?? []} />}
    </>
  );
}

const nameOf = ({ column }: RefusedLineRecord) => (column === null ? "" : columnNames[column]);

const fields: Fields<RefusedLineRecord> = {
  file: { title: "File", className: "max-w-60 truncate", card: "more" },
  line: {
    title: "Line",
    card: { title: (row) => [`Line ${row.line}`, nameOf(row)].filter(Boolean).join(" · ") },
  },
  column: { title: "Column", value: nameOf },
  reason: { title: "Reason", className: "whitespace-normal wrap-anywhere", card: "line" },
};

/** While one moves in, and while another admin may be deciding. */
const running_ms = 1000;
const waiting_ms = 15_000;

export const moveInsQuery = getQuery<MoveInsAnswer>(["admin", "move-ins"], "/move-in", {
  refetchInterval: ({ state: { data } }) =>
    data?.items.some(({ state }) => state === "running") ? running_ms : waiting_ms,
  // Another admin may have started it while this page was elsewhere.
  staleTime: 0,
});

function refusedLinesQuery({ _id, finishedAt }: MoveInRecord) {
  // After the run, it has also what was left out.
  const key = ["admin", "move-ins", _id, finishedAt];
  return getQuery<RefusedLineRecord[]>(key, `/move-in/${_id}/refused`, { staleTime: Infinity });
}
