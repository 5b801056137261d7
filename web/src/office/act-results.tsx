import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type Send, useCommand } from "../lib/command.ts";
import { countText } from "../lib/count-text.ts";
import { notify, type Variant } from "../lib/notifications.ts";
import { Alert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { Hint } from "../ui/hint.tsx";
import { Card } from "../ui/card.tsx";
import { errorText, isUnknown, ApiError, withFullStop } from "../lib/api-error.ts";
import { ErrorAlert } from "../ui/form.tsx";

/** What the rows of a list are called, one of them. */
export type Noun = "order" | "request" | "product" | "package";

interface Results<Row> {
  noun: Noun;
  /** What the action does, as a participle. */
  done: string;
  results: readonly Result<Row>[];
  /** A row in one line. */
  line: (row: Row) => ReactNode;
}

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
function NotAll<Row extends { _id: string }>({
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

export interface Result<Row> {
  row: Row;
  /** What became of it, if that differs from what the action is called. */
  said?: string | undefined;
  /** Null if it was done. */
  failure: {
    message: string;
    /** Whether it may have been done anyway. */
    isUnknown: boolean;
  } | null;
}

/** Concurrent calls: fast for a hundred rows, without overloading the server. */
const concurrent_calls = 4;

/** Acts on each row by its own command and returns each result, because another admin may have been faster. */
async function workEach<Row>(
  rows: readonly Row[],
  act: (row: Row) => Promise<string | undefined>,
): Promise<Result<Row>[]> {
  const waiting = [...rows.entries()];
  const results: Result<Row>[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [at, row] = next;
      results[at] = await act(row).then(
        (said) => ({ row, said, failure: null }),
        (error: unknown) => ({
          row,
          failure: { message: errorText(error), isUnknown: isUnknown(error) },
        }),
      );
    }
  };
  await Promise.all(Array.from({ length: concurrent_calls }, work));
  return results;
}

/**
 * Acts on several rows, keeps the results of all tries, says what came of them, and closes once all are done. `question`
 * is what to ask if some are not.
 */
export function useWorkEach<Row extends { _id: string }>({
  act,
  how = "",
  askedLook,
  onDone,
  onSettled,
  ...of
}: Omit<Results<Row>, "results"> & {
  /** What the news of the action adds to `done`. */
  how?: string | undefined;
  act: (row: Row, send: Send) => Promise<string | undefined>;
  /** The look of the news that some rows wait for another admin. */
  askedLook?: Variant;
  /** Called with the results of all rows so far, also of those that failed. */
  onDone: (results: Result<Row>[]) => void;
  onSettled?: () => unknown;
  onClose: () => void;
}) {
  const { noun, done, onClose } = of;
  const [results, setResults] = useState<Result<Row>[]>([]);
  const work = useCommand({
    send: (rows: readonly Row[], send) => workEach(rows, (row) => act(row, send)),
    onDone: (fresh) => {
      // Those of a retry replace those of the first try.
      const all = [...new Map([...results, ...fresh].map((result) => [result.row._id, result])).values()];
      setResults(all);
      onDone(all);
      const failed = all.find(({ failure }) => failure !== null);
      if (failed !== undefined) return notify(failed.failure?.message ?? "", "danger");
      const asked = all.filter(({ said }) => said !== undefined).length;
      const text = `${countText(all.length - asked, noun)} ${done}${how}`;
      if (asked > 0) notify(`${text}, ${asked} for another admin`, askedLook);
      else notify(text, "success");
      onClose();
    },
    onSettled,
  });
  const question = !work.isBusy && results.length > 0 && (
    <NotAll {...of} results={results} onRetry={work.send} />
  );
  return { work, question };
}

/** An error of a command that moves money, with a note whether money may have moved. */
export function OutcomeAlert({ error }: { error: Error | null }) {
  return <ErrorAlert error={error} textOf={(why) => `${withFullStop(errorText(why))} ${outcome(why)}`} />;
}

function outcome(error: Error): string {
  if (isUnknown(error)) return "It may have been done anyway. Retry is safe: nothing is done twice.";
  // An error that names the current status may answer the retry of a command that succeeded.
  if (error instanceof ApiError && error.answer.status !== undefined) return "";
  return "Nothing was changed.";
}
