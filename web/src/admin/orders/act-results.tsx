import { X } from "lucide-react";
import { groupPhone } from "#ledger/terms/phone.ts";
import { Button } from "../../ui/button.tsx";
import { Hint } from "../../ui/hint.tsx";
import { Card } from "../../ui/card.tsx";
import type { Act, Result } from "./move-orders.ts";

/** The results of the last action on several orders. */
export function ActResults({
  act,
  results,
  onClose,
}: {
  act: Act;
  results: readonly Result[];
  onClose: () => void;
}) {
  const failed = results.filter(({ failure }) => failure !== null).length;
  return (
    <Card role="region" aria-label="Results" className="flex items-start gap-2 py-1">
      <details className="min-w-0 flex-1 text-sm">
        <summary className="min-h-12 cursor-pointer py-3 font-semibold md:min-h-9 md:py-2">
          {counted(results.length - failed)} {act.done}
          {failed > 0 && `, ${failed} not`}: each one
        </summary>
        <ResultLines results={results} act={act} />
      </details>
      <Hint text="Close the results">
        <Button variant="ghost" size="sm" aria-label="Close the results" onClick={onClose}>
          <X aria-hidden className="size-5" />
        </Button>
      </Hint>
    </Card>
  );
}

/** Failures first. */
export function ResultLines({ act, results }: { act: Act; results: readonly Result[] }) {
  const sorted = results.toSorted((a, b) => Number(b.failure !== null) - Number(a.failure !== null));
  return (
    <ul aria-label="Each one's result" className="max-h-80 divide-y divide-border overflow-y-auto text-sm">
      {sorted.map(({ order, failure }) => (
        <li key={order._id} className="flex flex-wrap justify-between gap-x-3 py-1.5">
          <span>
            <b>{order.id}</b> · {order.offer} · {groupPhone(order.receiver)}
          </span>
          <span className={failure === null ? "text-success" : "text-destructive"}>
            {failure?.message ?? act.done}
          </span>
        </li>
      ))}
    </ul>
  );
}

export function counted(count: number): string {
  return count === 1 ? "1 order" : `${count} orders`;
}
