import { Check, CircleAlert, LoaderCircle, Trash2 } from "lucide-react";
import { formatCedis, type Pesewas } from "#contract/terms/money.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { Card } from "../../ui/card.tsx";
import { Monogram } from "../../ui/monogram.tsx";
import { type BasketItem } from "./basket.ts";
import { removeFromBasket } from "./change-basket.ts";
import type { Result } from "./checkout.ts";

/** An item with its current price or the reason why it cannot be bought, and its payment's result. */
export interface Line {
  item: BasketItem;
  price: Pesewas | undefined;
  problem: string | undefined;
  /** It was sent and has no answer, so it may already be paid. */
  wasSent: boolean;
  result: Result | undefined;
}

export function BasketRow({ line, isPaying }: { line: Line; isPaying: boolean }) {
  const { item, price, result } = line;
  const isIdle = !isPaying && result?.state !== "done";
  return (
    <li>
      <Card data-item={item.id} className="flex flex-wrap items-center gap-x-3 py-2">
        <Monogram network={item.network} />
        <div className="min-w-[min(8rem,100%)] flex-1 py-1">
          <p className="leading-snug font-bold">
            {item.network} <span className="whitespace-nowrap">{item.offer}</span>
          </p>
          <p className="text-sm text-muted-foreground">
            <span className="whitespace-nowrap">{groupPhone(item.receiver)}</span>
          </p>
          <Progress result={result} />
        </div>
        <div className="ml-auto flex items-center gap-1">
          <b>{price === undefined ? "" : formatCedis(price)}</b>
          <span className="-mr-2 grid size-12 shrink-0 place-items-center">
            {isRunning(result) && (
              <LoaderCircle aria-hidden className="size-5 animate-spin text-muted-foreground" />
            )}
            {result?.state === "done" && <Check aria-hidden className="size-5 text-success" />}
            {isIdle && !line.wasSent && (
              <button
                type="button"
                aria-label={`Remove ${item.offer} for ${item.receiver}`}
                className="grid size-12 place-items-center rounded-lg text-muted-foreground"
                onClick={() => removeFromBasket(item.id)}
              >
                <Trash2 aria-hidden className="size-5" />
              </button>
            )}
          </span>
        </div>
        <Problem line={line} />
      </Card>
    </li>
  );
}

function Progress({ result }: { result: Result | undefined }) {
  if (result?.state === "done")
    return <p className="text-sm font-medium text-success">Ordered · {result.order.reference}</p>;
  if (!isRunning(result)) return null;
  return <p className="text-sm text-muted-foreground">Paying…</p>;
}

function isRunning(result: Result | undefined): boolean {
  return result?.state === "sending";
}

/** On its own line, because beside the price it would have only half of a phone's width. */
function Problem({ line: { problem, wasSent, result } }: { line: Line }) {
  if (result?.state === "done" || isRunning(result)) return null;
  const bad =
    result?.state === "refused"
      ? `${result.message}. Nothing was charged for it.`.replace("..", ".")
      : wasSent
        ? "No answer yet. It may already be paid, so it stays here until we know. We keep asking, and you are never charged twice."
        : problem;
  if (bad === undefined) return null;
  return (
    <p className="flex basis-full items-start gap-1.5 py-1 text-sm font-medium text-destructive">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" /> {bad}
    </p>
  );
}
