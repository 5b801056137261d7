import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { rejectionText } from "#ledger/terms/rejections.ts";
import { toCedis } from "#ledger/terms/money.ts";
import { texts } from "#ledger/terms/texts.ts";
import { pesewas } from "../../lib/money.ts";
import { Button, buttonVariants } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";
import { notify } from "../../ui/notifications.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { priceOf } from "../buy/price.ts";
import { productsQuery } from "../catalogue/products.query.ts";
import { BuyMenu } from "../shell/buy-menu.tsx";
import { meQuery } from "../account/users.query.ts";
import { BasketDock } from "./basket-dock.tsx";
import { BasketRow, type Line } from "./basket-row.tsx";
import { useBasket, type BasketItem } from "./basket.ts";
import { clearBasket, isUnanswered } from "./change-basket.ts";
import { findOut, payItems, type Progress, type Result } from "./checkout.ts";

/** The basket: several bundles with one total and one confirmation. Each becomes an order with its own result. */
export function BasketPage() {
  const items = useBasket();
  const products = useQuery(productsQuery);
  const { data: me } = useQuery(meQuery);
  const { results, paid, progress, pay, ask } = usePayment();
  const isPaying = progress !== undefined;
  // Items that were just paid stay visible with their results until the user leaves the page.
  const shown = [...paid.filter((item) => !items.some(({ id }) => id === item.id)), ...items];
  const lines = shown.map((item): Line => {
    const product = products.data?.rows.find((row) => row.network === item.network);
    // A package keeps its id when an admin changes its offer.
    const offer = product?.packages.find((row) => row._id === item.packageId && row.offer === item.offer);
    const isAvailable = product?.status === "available";
    const isSold = isAvailable && offer !== undefined;
    const today = isSold && me !== undefined ? priceOf(offer, me.userLevel) : undefined;
    // An item that was sent is retried unchanged, even if it is no longer sold.
    const price = item.sent === undefined ? today : pesewas(item.sent);
    const problem =
      products.data === undefined || price !== undefined || isSold
        ? undefined
        : rejectionText(
            isAvailable
              ? { code: "package_unknown" }
              : { code: "product_out_of_stock", network: item.network },
          );
    return { item, price, problem, result: results.get(item.id) };
  });
  const due = lines.filter(({ price, result }) => price !== undefined && result?.state !== "done");

  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-3.5">
      <PageTitle>Basket</PageTitle>
      {products.isError && (
        <Failure
          what="The prices could not be loaded."
          error={products.error}
          onRetry={() => void products.refetch()}
        />
      )}
      {lines.length === 0 && (
        <EmptyState title="Your basket is empty">
          <BuyMenu className={buttonVariants()} />
        </EmptyState>
      )}
      {lines.length > 0 && products.isPending && <SkeletonRows count={lines.length} />}
      {products.data !== undefined && (
        <ul className="flex flex-col gap-2.5">
          {lines.map((line) => (
            <BasketRow key={line.item.id} line={line} isPaying={isPaying} onFindOut={() => ask(line.item)} />
          ))}
        </ul>
      )}
      {items.length > 1 && !items.every(isUnanswered) && !isPaying && (
        <Button variant="ghost" className="self-center" onClick={clearBasket}>
          Empty the basket
        </Button>
      )}
      {shown.length > 0 && me !== undefined && (
        <BasketDock
          due={due.map(({ item, price }) => ({ price: price ?? 0, wasSent: isUnanswered(item) }))}
          paid={shown.length - items.length}
          progress={progress}
          balance={pesewas(me.balance)}
          onPay={() => pay(due.map(({ item, price }) => ({ item, price: toCedis(price ?? 0) })))}
        />
      )}
    </div>
  );
}

/** The running payment and the result of each item. */
function usePayment() {
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map());
  const [paid, setPaid] = useState<readonly BasketItem[]>([]);
  const [progress, setProgress] = useState<Progress>();
  const keep = (item: BasketItem, result: Result) => {
    setResults((before) => new Map(before).set(item.id, result));
    if (result.state === "done") setPaid((before) => [...before, item]);
  };
  const pay = async (due: { item: BasketItem; price: number }[]) => {
    const outcomes = new Map<string, Result>();
    const count = () => [...outcomes.values()].filter(({ state }) => state === "done").length;
    setProgress({ done: 0, of: due.length });
    await payItems(due, (item, result) => {
      outcomes.set(item.id, result);
      keep(item, result);
      setProgress({ done: count(), of: due.length });
    });
    report([...outcomes.values()]);
  };
  const ask = async (item: BasketItem) => {
    setProgress("asking");
    keep(item, { state: "asking" });
    const result = await findOut(item);
    keep(item, result);
    // The result is shown in the item's row. If there is still no answer, a toast says so too.
    if (result.state === "unknown") notify(result.message, "danger");
  };
  const once = <Args extends unknown[]>(run: (...args: Args) => Promise<void>) => {
    return (...args: Args) => {
      if (progress === undefined) void run(...args).finally(() => setProgress(undefined));
    };
  };
  return { results, paid, progress, pay: once(pay), ask: once(ask) };
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
