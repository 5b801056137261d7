import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ProductRecord } from "#contract/products.ts";
import type { Level } from "#contract/terms/statuses.ts";
import { rejectionText } from "#contract/terms/rejections.ts";
import { toCedis, formatCedis, type Pesewas } from "#contract/terms/money.ts";
import { texts } from "#contract/terms/texts.ts";
import { isUnanswered, useCommand } from "../../lib/command.ts";
import { pesewas } from "../../lib/money.ts";
import { Button, buttonVariants } from "../../ui/button.tsx";
import { EmptyState, Loading } from "../../ui/placeholders.tsx";
import { notify } from "../../lib/notifications.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { useUnansweredPurchases } from "../buy/purchase.ts";
import { priceOf } from "../../products/price.ts";
import { productsQuery } from "../../products/products.query.ts";
import { BuyMenu } from "../../products/buy-menu.tsx";
import { meQuery } from "../../users/users.query.ts";
import { BasketDock } from "./basket-dock.tsx";
import { useBasket, type BasketItem } from "./basket.ts";
import { clearBasket, restoreItems, removeFromBasket } from "./change-basket.ts";
import { useRepeatedItems } from "./use-repeats.ts";
import { payItems, type Result, type Results } from "./checkout.ts";
import { Check, CircleAlert, LoaderCircle, Trash2 } from "lucide-react";
import { groupPhone } from "#contract/terms/phone.ts";
import { Card } from "../../ui/card.tsx";
import { Monogram } from "../../ui/monogram.tsx";
import { prefetch } from "../../lib/query-client.ts";

export const loader = () => prefetch(productsQuery);

/** The basket: several bundles with one total and one confirmation. Each becomes an order with its own result. */
export function BasketPage() {
  const items = useBasket();
  const products = useQuery(productsQuery);
  const { data: me } = useQuery(meQuery);
  const { results, paid, progress, pay } = usePayment();
  const [cleared, setCleared] = useState<readonly BasketItem[]>([]);
  const isPaying = progress !== undefined;
  // Items that were just paid stay visible with their results until the user leaves the page.
  const shown = [...paid.filter((item) => !items.some(({ id }) => id === item.id)), ...items];
  const lines = useLines(shown, products.data?.rows, me?.userLevel, results);
  const repeats = useRepeatedItems(items);
  const due = lines.filter(({ price, result }) => price !== undefined && result?.state !== "done");

  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-3.5">
      <PageTitle>Basket</PageTitle>
      <Loading of={products} what="The prices could not be loaded." rows={lines.length} />
      {lines.length === 0 && (
        <EmptyState title="Your basket is empty">
          <BuyMenu className={buttonVariants()} />
        </EmptyState>
      )}
      {products.data !== undefined && (
        <ul className="flex flex-col gap-2.5">
          {lines.map((line) => (
            <BasketRow key={line.item.id} line={line} isPaying={isPaying} />
          ))}
        </ul>
      )}
      {items.length > 1 && !items.every(isUnanswered) && !isPaying && (
        <Button variant="ghost" className="self-center" onClick={() => setCleared(clearBasket())}>
          Empty the basket
        </Button>
      )}
      {items.length === 0 && cleared.length > 0 && (
        <Button
          variant="outline"
          className="self-center"
          onClick={() => {
            restoreItems(cleared);
            setCleared([]);
          }}
        >
          Put {cleared.length} back
        </Button>
      )}
      {shown.length > 0 && me !== undefined && (
        <BasketDock
          repeats={repeats}
          due={due.map(({ price, wasSent }) => ({ price: price ?? 0, wasSent }))}
          paid={shown.length - items.length}
          progress={progress}
          balance={pesewas(me.balance)}
          onPay={() => pay(due.map(({ item, price }) => ({ item, price: toCedis(price ?? 0) })))}
        />
      )}
    </div>
  );
}

/** The items with today's price or the reason why they cannot be bought. */
function useLines(
  shown: readonly BasketItem[],
  products: readonly ProductRecord[] | undefined,
  level: Level | undefined,
  results: ReadonlyMap<string, Result>,
): Line[] {
  const unanswered = useUnansweredPurchases();
  return shown.map((item): Line => {
    const product = products?.find((row) => row.network === item.network);
    // A package keeps its id when an admin changes its offer.
    const offer = product?.packages.find((row) => row._id === item.packageId && row.offer === item.offer);
    const isAvailable = product?.status === "available";
    const isSold = isAvailable && offer !== undefined;
    const today = isSold && level !== undefined ? priceOf(offer, level) : undefined;
    // An item that was sent is sent again unchanged, even if it is no longer sold.
    const sent = unanswered.find(({ key }) => key === item.key);
    const price = sent === undefined ? today : pesewas(sent.body.totalAmount);
    const problem =
      products === undefined || price !== undefined || isSold
        ? undefined
        : rejectionText(
            isAvailable
              ? { code: "package_unknown" }
              : { code: "product_out_of_stock", network: item.network },
          );
    return { item, price, problem, wasSent: sent !== undefined, result: results.get(item.id) };
  });
}

/** What became of each item since the page was opened, and how far the running payment is. */
function usePayment() {
  const [known, setKnown] = useState<Results>(new Map());
  const payment = useCommand({
    send: (due: Parameters<typeof payItems>[0]) =>
      payItems(due, (fresh) => setKnown((before) => new Map([...before, ...fresh]))),
    onDone: report,
  });
  const { isBusy, input: due = [] } = payment;
  const results = new Map([...known].map(([{ id }, result]) => [id, result] as const));
  const done = due.filter(({ item }) => results.get(item.id)?.state === "done").length;
  return {
    results,
    paid: [...known].filter(([, { state }]) => state === "done").map(([item]) => item),
    progress: isBusy ? { done, of: due.length } : undefined,
    pay: payment.send,
  };
}

function report(results: Result[]): void {
  const failed = results.filter(({ state }) => state !== "done").length;
  const done = results.length - failed;
  const first = results.find((result) => result.state === "refused" || result.state === "unknown");
  if (failed === 0) notify(texts.purchaseMade, "success");
  else if (done === 0 && first !== undefined) notify(first.message, "danger");
  else
    notify(`${done} of ${results.length} orders were made. The others are still in your basket.`, "warning");
}

/** An item with its current price or the reason why it cannot be bought, and its payment's result. */
interface Line {
  item: BasketItem;
  price: Pesewas | undefined;
  problem: string | undefined;
  /** It was sent and has no answer, so it may already be paid. */
  wasSent: boolean;
  result: Result | undefined;
}

function BasketRow({ line, isPaying }: { line: Line; isPaying: boolean }) {
  const { item, price, result } = line;
  const isIdle = !isPaying && result?.state !== "done";
  const isRunning = result?.state === "sending";
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
          {result?.state === "done" && (
            <p className="text-sm font-medium text-success">Ordered · {result.order.reference}</p>
          )}
          {isRunning && <p className="text-sm text-muted-foreground">Paying…</p>}
        </div>
        <div className="ml-auto flex items-center gap-1">
          <b>{price === undefined ? "" : formatCedis(price)}</b>
          <span className="-mr-2 grid size-12 shrink-0 place-items-center">
            {isRunning && <LoaderCircle aria-hidden className="size-5 animate-spin text-muted-foreground" />}
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

/** On its own line, because beside the price it would have only half of a phone's width. */
function Problem({ line: { problem, wasSent, result } }: { line: Line }) {
  if (result?.state === "done" || result?.state === "sending") return null;
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
