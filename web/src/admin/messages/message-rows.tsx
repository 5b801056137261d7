import type { MessageRecord } from "#api/contract/messages.ts";
import { formatDateTime } from "#ledger/terms/dates.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Table, Td, Th } from "../../ui/table.tsx";
import { kindLabel, receiver, stateText } from "./message-words.ts";

export type MessageAct = "resend" | "cancel";

interface Props {
  rows: MessageRecord[];
  /** The id of the message whose action is running. */
  busy: string | undefined;
  onAct: (act: MessageAct, message: MessageRecord) => void;
}

export function MessageTable({ rows, ...acts }: Props) {
  return (
    <Table aria-label="Messages">
      <thead>
        <tr>
          <Th>Date</Th>
          <Th>Kind and receiver</Th>
          <Th>Text</Th>
          <Th number>Segments</Th>
          <Th>State and gateway</Th>
          <Th>
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row._id}>
            <Td>{formatDateTime(row.createdAt)}</Td>
            <Td>
              {kindLabel(row.kind)}
              <span className="block text-sm text-muted-foreground">{receiver(row)}</span>
            </Td>
            <Td className="min-w-64 text-sm whitespace-normal">{row.text}</Td>
            <Td number>{row.channel === "sms" ? row.segments : ""}</Td>
            <Td className="max-w-72 min-w-40 whitespace-normal">
              <State row={row} />
              <span className="block text-sm wrap-anywhere text-muted-foreground">
                {[...(row.attempts > 0 ? [counted(row.attempts, "attempt")] : []), gatewayText(row)]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </Td>
            <Td>
              <Acts row={row} {...acts} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

export function MessageCards({ rows, ...acts }: Props) {
  return (
    <ul className="flex flex-col gap-2.5">
      {rows.map((row) => (
        <li key={row._id}>
          <Card className="flex flex-col gap-2">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <b>{kindLabel(row.kind)}</b>
              <State row={row} />
            </div>
            <p className="wrap-anywhere">{row.text}</p>
            <p className="text-sm wrap-anywhere text-muted-foreground">
              {receiver(row)} · {formatDateTime(row.createdAt)}
              {row.channel === "sms" && ` · ${counted(row.segments, "segment")}`}
              {row.attempts > 0 && ` · ${counted(row.attempts, "attempt")}`}
            </p>
            {gatewayText(row) !== "" && (
              <p className="text-sm wrap-anywhere text-muted-foreground">{gatewayText(row)}</p>
            )}
            <Acts row={row} {...acts} />
          </Card>
        </li>
      ))}
    </ul>
  );
}

function State({ row }: { row: MessageRecord }) {
  return row.state === "unsent" ? (
    <StatusBadge status="unsent" text={stateText(row)} className="whitespace-normal" />
  ) : (
    <StatusBadge status={row.state} />
  );
}

function Acts({ row, busy, onAct }: { row: MessageRecord } & Omit<Props, "rows">) {
  const isWaiting = row.state === "waiting";
  const about = `${kindLabel(row.kind)} to ${receiver(row)}`;
  if (row.state === "sending") return null;
  return (
    <div className="flex flex-wrap gap-2">
      {isWaiting || row.state === "unsent" ? (
        <Button
          variant="outline"
          size="sm"
          busy={busy === row._id}
          aria-label={`Cancel: ${about}`}
          onClick={() => onAct("cancel", row)}
        >
          Cancel
        </Button>
      ) : null}
      {!isWaiting && (
        <Button
          variant="soft"
          size="sm"
          busy={busy === row._id}
          aria-label={`Resend: ${about}`}
          onClick={() => onAct("resend", row)}
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

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
