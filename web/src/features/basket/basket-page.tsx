import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { rejectionText } from "#ledger/terms/rejections.ts";
import { toCedis } from "#ledger/terms/money.ts";
import { texts } from "#ledger/terms/texts.ts";
import { pesewas } from "../../lib/money.ts";
import { Button, buttonLook } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";
import { notify } from "../../ui/notifications.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { priceOf } from "../buy/price.ts";
import { productsQuery } from "../catalogue/products.query.ts";
import { BuyMenu } from "../shell/buy-menu.tsx";
import { meQuery } from "../wallet/users.query.ts";
import { BasketDock } from "./basket-dock.tsx";
import { BasketRow, type Line } from "./basket-row.tsx";
import { clearBasket, isUnanswered, useBasket, type BasketItem } from "./basket.ts";
import { payItems, type Result } from "./checkout.ts";

/** Several bundles, one total, one confirmation; each an order with a result of its own. */
export function BasketPage() {
  const items = useBasket();
  const products = useQuery(productsQuery);
  const { data: me } = useQuery(meQuery);
  const { results, paid, isPaying, pay } = usePayment();
  // What was just paid stays in sight with its result until the page is left.
  const shown = [...paid.filter((item) => !items.some(({ id }) => id === item.id)), ...items];
  const lines = shown.map((item): Line => {
    const product = products.data?.rows.find((row) => row.network === item.network);
    const offer = product?.packages.find((row) => row._id === item.packageId);
    const isSold = product?.status === "available" && offer !== undefined;
    const today = isSold && me !== undefined ? priceOf(offer, me.userLevel) : undefined;
    // What was sent is asked for again just so, also where it is sold no more.
    const price = item.sent === undefined ? today : pesewas(item.sent);
    const problem =
      products.data === undefined || price !== undefined || isSold
        ? undefined
        : rejectionText({ code: "product_out_of_stock", network: item.network });
    return { item, price, problem, result: results.get(item.id) };
  });
  const due = lines.filter(({ price, result }) => price !== undefined && result?.state !== "done");

  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-3.5">
      <PageTitle>Basket</PageTitle>
      {products.isError && (
        <Failure what={texts.loading} error={products.error} onRetry={() => void products.refetch()} />
      )}
      {lines.length === 0 && (
        <EmptyState title="Your basket is empty">
          <BuyMenu look={buttonLook()} />
        </EmptyState>
      )}
      {lines.length > 0 && products.isPending && <SkeletonRows count={lines.length} />}
      {products.data !== undefined && (
        <ul className="flex flex-col gap-2.5">
          {lines.map((line) => (
            <BasketRow
              key={line.item.id}
              line={line}
              isPaying={isPaying}
              onAsk={() => pay([{ item: line.item, price: line.item.sent ?? 0 }])}
            />
          ))}
        </ul>
      )}
      {items.length > 1 && !items.every(isUnanswered) && !isPaying && (
        <Button look="plain" className="self-center" onClick={clearBasket}>
          Empty the basket
        </Button>
      )}
      {shown.length > 0 && me !== undefined && (
        <BasketDock
          due={due.map(({ item, price }) => ({ price: price ?? 0, wasSent: isUnanswered(item) }))}
          done={shown.length - items.length}
          balance={pesewas(me.balance)}
          isPaying={isPaying}
          onPay={() => pay(due.map(({ item, price }) => ({ item, price: toCedis(price ?? 0) })))}
        />
      )}
    </div>
  );
}

/** The payment that runs on this page, and what it has come to. */
function usePayment() {
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map());
  const [paid, setPaid] = useState<readonly BasketItem[]>([]);
  const [isPaying, setPaying] = useState(false);
  const pay = async (due: { item: BasketItem; price: number }[]) => {
    if (isPaying) return;
    setPaying(true);
    const came = new Map<string, Result>();
    await payItems(due, (id, result) => {
      came.set(id, result);
      setResults((before) => new Map(before).set(id, result));
      const item = due.find((each) => each.item.id === id)?.item;
      if (result.state === "done" && item !== undefined) setPaid((before) => [...before, item]);
    });
    setPaying(false);
    report([...came.values()]);
  };
  return { results, paid, isPaying, pay: (due: Parameters<typeof payItems>[0]) => void pay([...due]) };
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
