import { FileDown } from "lucide-react";
import { useState } from "react";
import type { OrderRecord } from "#contract/order-list.ts";
import type { BatchAnswer } from "#contract/supplier.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { formatCedis } from "#contract/terms/money.ts";
import { countText } from "../../lib/count-text.ts";
import { errorText } from "../../lib/api-error.ts";
import { money } from "../../lib/money.ts";
import { type Send, useCommand } from "../../lib/command.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Monogram } from "../../ui/monogram.tsx";
import { notify } from "../../lib/notifications.ts";
import { ResponsiveDialog } from "../../ui/responsive-dialog.tsx";
import { download } from "../../ui/file-buttons.tsx";
import { useAskedOrders } from "./asked-orders.ts";
import { OrderWarnings } from "./order-sheet.tsx";
import { sumOf } from "./move-orders.ts";

interface Sent {
  network: string;
  orders: OrderRecord[];
  /** What the server answered; undefined if it refused, or did not answer. */
  answer?: BatchAnswer;
  failure?: string;
}

interface Props {
  orders: OrderRecord[];
  onDone: () => void;
  onClose: () => void;
}

/** Asks before orders go to their suppliers, one batch for each network, and then offers the batches' files. */
export function SendDialog({ orders: asked, onDone, onClose }: Props) {
  const { freeze, ...watched } = useAskedOrders(asked);
  const orders = watched.rest;
  const batches = batchesOf(orders);
  const [results, setResults] = useState<Sent[]>([]);
  const sending = useCommand({
    send: (tried: Sent[], send) => sendEach(tried, send),
    onDone: (fresh) => {
      setResults((old) => [...old.filter(({ answer }) => answer !== undefined), ...fresh]);
      onDone();
    },
  });
  if (results.length > 0 && !sending.isBusy)
    return <Results results={results} onRetry={sending.send} onClose={onClose} />;
  const nothing = orders.length === 0;
  return (
    <Confirm
      title={
        nothing
          ? "Nothing to send"
          : `Send ${countText(orders.length, "order")} · ${formatCedis(sumOf(orders))}?`
      }
      confirm={nothing ? "OK" : "Yes, send"}
      cancel={nothing ? null : "Cancel"}
      isLocal={nothing}
      busy={sending.isBusy}
      onConfirm={() => {
        if (nothing) return onClose();
        freeze();
        sending.send(batches);
      }}
      onClose={onClose}
    >
      <OrderWarnings {...watched} />
      <ul className="divide-y divide-border">
        {batches.map(({ network, orders: of }) => (
          <li key={of[0]?._id} className="flex items-center gap-3 py-2 text-sm">
            <Monogram network={network} className="size-9" />
            <span className="flex-1">
              <b>{network}</b> · {countText(of.length, "order")}
            </span>
            <b>{formatCedis(sumOf(of))}</b>
          </li>
        ))}
      </ul>
      {!nothing && (
        <p className="text-sm text-muted-foreground">
          {batches.length > 1
            ? "Each network gets a batch of its own, with a file."
            : "They become one batch, with a file."}{" "}
          The orders are processing from then on, and go with no other batch.
        </p>
      )}
    </Confirm>
  );
}

interface ResultsProps {
  results: Sent[];
  onRetry: (failed: Sent[]) => void;
  onClose: () => void;
}

function Results({ results, onRetry, onClose }: ResultsProps) {
  const failed = results.filter(({ answer }) => answer === undefined);
  return (
    <ResponsiveDialog
      title={failed.length > 0 ? "Not everything was sent" : "Sent to supplier"}
      onClose={onClose}
    >
      <ul aria-label="Batches" className="divide-y divide-border">
        {results.map(({ network, orders, answer, failure }) => (
          <li key={orders[0]?._id} className="flex flex-col gap-2 py-2">
            {answer === undefined && (
              <Alert variant="destructive">
                {network}: {failure} ({orders.map(({ id }) => id).join(", ")})
              </Alert>
            )}
            {answer !== undefined && (
              <div className="flex items-center gap-3 text-sm">
                <Monogram network={network} className="size-9" />
                <span className="flex-1">
                  <b>Batch {answer.batch.batch}</b> · {network} · {countText(answer.batch.orders, "order")} ·{" "}
                  {money(answer.batch.amount)}
                </span>
                <Button
                  size="sm"
                  variant="soft"
                  aria-label={`Download batch ${answer.batch.batch}`}
                  onClick={() => void downloadBatch(answer.batch)}
                >
                  <FileDown aria-hidden className="size-4" /> Download
                </Button>
              </div>
            )}
            {answer !== undefined && answer.leftOut.length > 0 && (
              <Alert variant="warning">
                Left out:{" "}
                {answer.leftOut
                  .map(({ id, status }) => `${id} (${status === "pending" ? "your own order" : status})`)
                  .join(", ")}
              </Alert>
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2.5">
        {failed.length > 0 && (
          <Button className="flex-1" onClick={() => onRetry(failed)}>
            Retry
          </Button>
        )}
        <Button variant="outline" className="flex-1" onClick={onClose}>
          Done
        </Button>
      </div>
    </ResponsiveDialog>
  );
}

/** By network, each at most as large as one call may be. */
function batchesOf(orders: readonly OrderRecord[]): Sent[] {
  const byNetwork = Map.groupBy(
    orders.toSorted((a, b) => a.id - b.id),
    ({ network }) => network,
  );
  return [...byNetwork].flatMap(([network, of]) =>
    Array.from({ length: Math.ceil(of.length / officeLimits.supplier_batch_orders_max) }, (_, n) => {
      const from = n * officeLimits.supplier_batch_orders_max;
      return { network, orders: of.slice(from, from + officeLimits.supplier_batch_orders_max) };
    }),
  );
}

/** One after the other. A batch that fails does not hold up the next. */
async function sendEach(batches: readonly Sent[], send: Send): Promise<Sent[]> {
  const results: Sent[] = [];
  for (const { network, orders } of batches) {
    const body = { network, orders: orders.map(({ id }) => id) };
    try {
      const answer = await send<BatchAnswer>({ method: "POST", path: "/order/batch", body });
      results.push({ network, orders, answer });
    } catch (error) {
      results.push({ network, orders, failure: errorText(error) });
    }
  }
  return results;
}

async function downloadBatch({ batch, network }: BatchAnswer["batch"]): Promise<void> {
  await download("/order/batch.csv", `batch-${batch}-${network}.csv`, { batch }).catch((error: unknown) =>
    notify(errorText(error), "danger"),
  );
}
