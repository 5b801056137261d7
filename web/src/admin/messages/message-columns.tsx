import { createContext, useContext } from "react";
import type { MessageRecord } from "#api/contract/messages.ts";
import { formatDateTime } from "#ledger/terms/dates.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { actionsHeader, columnsOf } from "../../ui/data-columns.tsx";
import { useMessageAct } from "./message-act.ts";
import { kindLabel, receiver, stateText } from "./message-words.ts";

/** Asks before a message is sent again. For the cells, because the columns are declared once for all lists. */
export const AskToResend = createContext<(message: MessageRecord) => void>(() => {});

const column = columnsOf<MessageRecord>();

export const messageColumns = column.columns([
  column.accessor(({ createdAt }) => formatDateTime(createdAt), { header: "Date", meta: { card: "more" } }),
  column.accessor(({ kind }) => kindLabel(kind), {
    header: "Kind and receiver",
    cell: ({ row, getValue }) => (
      <>
        {getValue()}
        <span className="block text-sm text-muted-foreground">{receiver(row.original)}</span>
      </>
    ),
    meta: { card: { title: ({ kind }) => kindLabel(kind), more: receiver } },
  }),
  column.accessor("text", {
    header: "Text",
    meta: {
      className: "min-w-64 whitespace-normal",
      card: { text: ({ text }) => <span className="text-base text-foreground">{text}</span> },
    },
  }),
  column.accessor(({ channel, segments }) => (channel === "sms" ? segments : ""), {
    header: "Segments",
    meta: {
      isNumber: true,
      card: { more: ({ channel, segments }) => channel === "sms" && counted(segments, "segment") },
    },
  }),
  column.accessor("state", {
    header: "State and gateway",
    cell: ({ row: { original: row } }) => (
      <>
        <State row={row} />
        <span className="block text-sm wrap-anywhere text-muted-foreground">
          {[attemptsText(row), gatewayText(row)].filter(Boolean).join(" · ")}
        </span>
      </>
    ),
    meta: {
      className: "max-w-72 min-w-40 whitespace-normal",
      card: { end: (row) => <State row={row} />, more: attemptsText, text: gatewayText },
    },
  }),
  column.display({
    id: "actions",
    header: actionsHeader,
    cell: ({ row }) => <Acts row={row.original} />,
    meta: { card: "foot" },
  }),
]);

function State({ row }: { row: MessageRecord }) {
  return row.state === "unsent" ? (
    <StatusBadge status="unsent" text={stateText(row)} className="whitespace-normal" />
  ) : (
    <StatusBadge status={row.state} />
  );
}

function Acts({ row }: { row: MessageRecord }) {
  const act = useMessageAct(row);
  const ask = useContext(AskToResend);
  const isWaiting = row.state === "waiting";
  const about = `${kindLabel(row.kind)} to ${receiver(row)}`;
  if (row.state === "sending") return null;
  return (
    <div className="flex flex-wrap gap-2">
      {isWaiting || row.state === "unsent" ? (
        <Button
          variant="outline"
          size="sm"
          busy={act.isBusy}
          aria-label={`Cancel: ${about}`}
          onClick={() => act.send("cancel")}
        >
          Cancel
        </Button>
      ) : null}
      {!isWaiting && (
        <Button
          variant="soft"
          size="sm"
          busy={act.isBusy}
          aria-label={`Resend: ${about}`}
          onClick={() => (row.state === "sent" ? ask(row) : act.send("resend"))}
        >
          Resend
        </Button>
      )}
    </div>
  );
}

/** The gateway's answer, as far as the state does not already say it. */
function gatewayText({ state, answer, nextAt }: MessageRecord): string {
  if (state === "unsent") return "";
  return state === "waiting" && nextAt !== null && answer !== ""
    ? `${answer} · again at ${formatDateTime(nextAt)}`
    : answer;
}

function attemptsText({ attempts }: MessageRecord): string {
  return attempts > 0 ? counted(attempts, "attempt") : "";
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
