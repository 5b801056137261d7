import { X } from "lucide-react";
import type { ReactNode } from "react";
import { countText } from "../lib/count-text.ts";
import { Alert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { Hint } from "../ui/hint.tsx";
import { Card } from "../ui/card.tsx";
import type { Result } from "./work-each.ts";

/** What the rows of a list are called, one of them. */
export type Noun = "order" | "request" | "product";

interface Results<Row> {
  noun: Noun;
  /** What the action does, as a participle. */
  done: string;
  results: readonly Result<Row>[];
  /** A row in one line. */
  line: (row: Row) => ReactNode;
}

/** The results of the last action on several rows. */
export function ActResults<Row extends { _id: string }>({
  onClose,
  ...of
}: Results<Row> & { onClose: () => void }) {
  const { noun, done, results } = of;
  const failed = results.filter(({ failure }) => failure !== null).length;
  return (
    <Card role="region" aria-label="Results" className="flex items-start gap-2 py-1">
      <details className="min-w-0 flex-1 text-sm">
        <summary className="min-h-12 cursor-pointer py-3 font-semibold md:min-h-9 md:py-2">
          {countText(results.length - failed, noun)} {done}
          {failed > 0 && `, ${failed} not`}: each one
        </summary>
        <ResultLines {...of} />
      </details>
      <Hint text="Close the results">
        <Button variant="ghost" size="sm" aria-label="Close the results" onClick={onClose}>
          <X aria-hidden className="size-5" />
        </Button>
      </Hint>
    </Card>
  );
}

/** Asks what to do about the rows that could not be acted on. */
export function NotAll<Row extends { _id: string }>({
  onRetry,
  onClose,
  ...of
}: Results<Row> & { onRetry: (rows: Row[]) => void; onClose: () => void }) {
  const { noun, done, results } = of;
  const failed = results.filter(({ failure }) => failure !== null);
  const unknown = failed.filter(({ failure }) => failure?.isUnknown).map(({ row }) => row);
  const moved = results.length - failed.length;
  return (
    <Confirm
      title={`${countText(failed.length, noun)} not ${done}`}
      confirm={unknown.length > 0 ? "Retry" : "OK"}
      cancel={unknown.length > 0 ? "Close" : null}
      isLocal={unknown.length === 0}
      onConfirm={unknown.length > 0 ? () => onRetry(unknown) : onClose}
      onClose={onClose}
    >
      {moved > 0 && <Alert variant="success">{`${countText(moved, noun)} ${done}`}</Alert>}
      <ResultLines {...of} />
      <p className="text-sm text-muted-foreground">
        {unknown.length > 0
          ? `${countText(unknown.length, noun)} got no answer and may be ${done} anyway. Retry is safe: nothing is done twice.`
          : "The others are unchanged: no money moved."}
      </p>
    </Confirm>
  );
}

/** Failures first. */
function ResultLines<Row extends { _id: string }>({ done, results, line }: Results<Row>) {
  const sorted = results.toSorted((a, b) => Number(b.failure !== null) - Number(a.failure !== null));
  return (
    <ul aria-label="Each one's result" className="max-h-80 divide-y divide-border overflow-y-auto text-sm">
      {sorted.map(({ row, said, failure }) => (
        <li key={row._id} className="flex flex-wrap justify-between gap-x-3 py-1.5">
          <span>{line(row)}</span>
          <span
            className={
              failure !== null ? "text-destructive" : said === undefined ? "text-success" : "text-warning"
            }
          >
            {failure?.message ?? said ?? done}
          </span>
        </li>
      ))}
    </ul>
  );
}
