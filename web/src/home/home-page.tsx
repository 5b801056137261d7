import { useQuery } from "@tanstack/react-query";
import { greeting } from "#contract/terms/dates.ts";
import { useNow_ms } from "../lib/now.ts";
import { PageTitle } from "../ui/page-title.tsx";
import { meQuery } from "../users/users.query.ts";
import { UnansweredPurchases } from "../orders/buy/unanswered-purchases.tsx";
import { useState, Fragment } from "react";
import { texts, welcome } from "#contract/terms/texts.ts";
import { cn } from "../lib/cn.ts";
import { Alert } from "../ui/alert.tsx";
import { Loading, Skeleton, EmptyState } from "../ui/placeholders.tsx";
import { noticeQuery, useShopName } from "../live/notice.query.ts";
import { countText } from "../lib/count-text.ts";
import { money, pesewas } from "../lib/money.ts";
import { Card } from "../ui/card.tsx";
import { recentOrdersQuery, salesQuery, useRecentOrders } from "../orders/my-orders.query.ts";
import { Link } from "@tanstack/react-router";
import type { OrderRecord } from "#contract/order-list.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { placeholderName } from "#contract/terms/placeholder-email.ts";
import { buttonVariants } from "../ui/button.tsx";
import { Monogram } from "../ui/monogram.tsx";
import { networks } from "#contract/terms/product-types.ts";
import { ProductImage } from "../products/product-image.tsx";
import { available, productsQuery } from "../products/products.query.ts";
import { Eye, EyeOff } from "lucide-react";
import { BuyMenu } from "../products/buy-menu.tsx";
import { useHiddenBalance, OwnBalance } from "../users/own-balance.tsx";
import { loadLater } from "../lib/load-later.tsx";
import { prefetch } from "../lib/query-client.ts";

const column = "contents lg:flex lg:min-w-0 lg:flex-col lg:gap-3.5";

const OfficeCard = loadLater(() => import("./office-card.tsx"));

export const loader = () => prefetch(salesQuery, recentOrdersQuery);

export function HomePage() {
  const now_ms = useNow_ms();
  const { data: me } = useQuery(meQuery);
  const isAdmin = me?.userLevel === "Admin";
  return (
    <>
      <PageTitle name="Home">
        {greeting(new Date(now_ms).getHours())}
        {me?.username !== placeholderName(me?.phone ?? "") && `, ${me?.username ?? "…"}`}
      </PageTitle>
      {/* A desk has two columns, which end at the same height. On a phone the networks come before the sales. */}
      <div className="flex flex-col gap-3.5 lg:grid lg:grid-cols-2 lg:gap-5">
        <div className={column}>
          {isAdmin && <OfficeCard placeholder={<Skeleton className="h-36 rounded-lg" />} />}
          {/* Most admins buy nothing themselves. */}
          {!(isAdmin && me.balance === 0) && <BalanceCard />}
          <UnansweredPurchases />
          <NoticeBoard />
          <SalesCards />
        </div>
        <div className={column}>
          <NetworkTiles isAdmin={isAdmin} />
          <BuyAgain />
        </div>
      </div>
    </>
  );
}

/** A text this short fits into three lines on the narrowest phone. */
const short_letters = 90;

/** Three lines high from the start, so that nothing below moves when the text arrives. A longer text can be opened. */
function NoticeBoard() {
  const query = useQuery(noticeQuery);
  const { data: notice } = query;
  const shop = useShopName();
  const [isOpen, setOpen] = useState(false);
  const text = notice === undefined ? texts.loading : notice.noticeContent || welcome(shop);
  if (query.isError && notice === undefined)
    return <Loading of={query} what="The notice could not be loaded." />;
  return (
    <Alert role="region" aria-label="Notice board">
      <p className={cn("min-h-[3.9rem] whitespace-pre-line", !isOpen && "line-clamp-3")}>
        <strong className="font-bold">Notice.</strong> {text}
      </p>
      {text.length > short_letters && (
        <button
          type="button"
          aria-expanded={isOpen}
          className="-mb-2.5 min-h-11 font-semibold underline"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Show less" : "Read all"}
        </button>
      )}
    </Alert>
  );
}

/** Sales of today and this month, from the user's own completed orders. */
function SalesCards() {
  const { data, isError } = useQuery(salesQuery);
  const cards = [
    { title: "Sales today", sales: data?.today },
    { title: "Sales this month", sales: data?.month },
  ];
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-2.5 max-lg:order-1 lg:flex-1 lg:grid-cols-1">
      {cards.map(({ title, sales }) => (
        <Card key={title} role="group" aria-label={title} className="flex flex-col justify-center">
          <p className="text-sm text-muted-foreground">{title}</p>
          <p className="text-xl leading-normal font-bold">
            {sales !== undefined ? (
              money(sales.value)
            ) : isError ? (
              "–"
            ) : (
              <Skeleton className="my-1 h-5 w-24" />
            )}
          </p>
          <p className="text-xs text-muted-foreground">
            {sales === undefined ? "\u00a0" : countText(sales.count, "order")}
          </p>
        </Card>
      ))}
    </div>
  );
}

/** The last distinct purchases. One tap repeats one. */
function BuyAgain() {
  const { query, orders } = useRecentOrders();
  const { isPending, isError } = query;
  const last = different(orders).slice(0, 3);
  if (!isPending && !isError && last.length === 0)
    return (
      // On a phone the networks are right above, and an invitation would say nothing new.
      <EmptyState title="Nothing bought yet" className="max-lg:hidden lg:flex-1">
        Choose a network above. What you buy can be bought again here with one tap.
      </EmptyState>
    );
  return (
    <section aria-label="Buy again" className="flex flex-col gap-2.5 max-lg:order-2">
      <h2 className="text-sm font-medium text-muted-foreground">Buy again</h2>
      <Loading of={query} what="Your last orders could not be loaded." rows={3} height="h-[4.375rem]" />
      {last.map((order) => (
        <Card key={order._id} className="flex flex-wrap items-center gap-3 py-2.5">
          <Monogram network={order.network} />
          <div className="min-w-[min(8rem,100%)] flex-1">
            <p className="leading-snug font-bold">
              {order.offer}{" "}
              <span className="font-medium text-muted-foreground">{money(order.totalAmount)}</span>
            </p>
            <p className="text-sm whitespace-nowrap text-muted-foreground">{groupPhone(order.receiver)}</p>
          </div>
          <Link
            to="/home/buy/$network"
            params={{ network: order.network }}
            search={{ to: order.receiver, pkg: order.packageId }}
            className={buttonVariants({ variant: "soft", className: "ml-auto" })}
          >
            Repeat
          </Link>
        </Card>
      ))}
    </section>
  );
}

function different(orders: OrderRecord[]): OrderRecord[] {
  const what = (order: OrderRecord) => `${order.packageId} ${order.receiver}`;
  return orders.filter((order, at) => orders.findIndex((other) => what(other) === what(order)) === at);
}

/** On a desk three columns, which the nine networks fill, as high as the other half of the page. */
const grid =
  "grid grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] gap-2.5 lg:flex-1 lg:auto-rows-fr lg:grid-cols-3";

function NetworkTiles({ isAdmin }: { isAdmin: boolean }) {
  const query = useQuery(productsQuery);
  if (!query.isSuccess)
    return (
      <Loading of={query} what="The networks could not be loaded.">
        <div className={grid} aria-hidden>
          {networks.map((name) => (
            <Skeleton key={name} className="h-21.5 rounded-lg lg:h-auto lg:min-h-15" />
          ))}
        </div>
      </Loading>
    );
  const products = available(query.data.rows);
  if (products.length === 0)
    return (
      <EmptyState title="Nothing is on sale right now">
        {isAdmin ? "Customers see here what you sell." : "Please come back later."}
        {isAdmin && (
          <Link to="/admin/open" className={buttonVariants({ variant: "soft" })}>
            Choose what you sell
          </Link>
        )}
      </EmptyState>
    );
  return (
    <nav aria-label="Networks" className={grid}>
      {products.map(({ _id, network, image }) => (
        <Link
          key={_id}
          to="/home/buy/$network"
          params={{ network }}
          className="flex min-h-21.5 min-w-0 flex-col items-center gap-1.5 rounded-lg border border-border bg-card px-0.5 py-2.5 text-center text-xs font-semibold shadow-sm lg:min-h-15 lg:flex-row lg:gap-2.5 lg:px-3 lg:text-left lg:text-sm transition-[border-color] duration-150 hover:border-primary"
        >
          <ProductImage network={network} image={image} />
          <span className="w-full leading-tight wrap-anywhere">
            {syllables(network).map((part) => (
              <Fragment key={part}>
                {part}
                <wbr />
              </Fragment>
            ))}
          </span>
        </Link>
      ))}
    </nav>
  );
}

/** Where a name may break on a narrow tile: MTN·express, Airtel·Tigo. */
function syllables(network: string): string[] {
  return network.split(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z]{3})(?=[a-z])/);
}

/** The balance, with the strip of kente below it. */
function BalanceCard() {
  const query = useQuery(meQuery);
  const { data: me, isError } = query;
  const [isHidden, setHidden] = useHiddenBalance();
  const text = me === undefined ? "" : money(me.balance);
  return (
    <>
      <section
        aria-label="Account balance"
        className="relative rounded-xl bg-balance text-balance-foreground"
      >
        <div className="p-4.5 pb-5.5">
          <div className="flex items-center justify-between gap-2">
            <span className="text-sm opacity-90">Account balance</span>
            <button
              type="button"
              className="-my-2.5 -mr-2.5 flex min-h-12 items-center gap-1.5 rounded-lg px-2.5 text-sm focus-visible:outline-balance-foreground"
              aria-pressed={isHidden}
              onClick={() => setHidden(!isHidden)}
            >
              {isHidden ? <Eye aria-hidden className="size-4" /> : <EyeOff aria-hidden className="size-4" />}
              {isHidden ? "show" : "hide"}
            </button>
          </div>
          <p
            className={cn(
              sizeFor(isHidden ? "" : text),
              "my-1.5 min-h-[1.15em] leading-tight font-bold tracking-[-0.02em] wrap-anywhere",
            )}
          >
            {me !== undefined ? (
              <span data-testid="balance">
                <OwnBalance amount={pesewas(me.balance)} />
              </span>
            ) : isError ? (
              "–"
            ) : (
              <Skeleton className="h-[1.1em] w-44 opacity-30" />
            )}
          </p>
          <div className="mt-3 flex flex-wrap gap-2.5 *:flex-auto">
            <BuyMenu className={buttonVariants({ variant: "balance" })} />
            <Link to="/home/topup" className={buttonVariants({ variant: "balanceSoft" })}>
              Top up
            </Link>
          </div>
        </div>
        <div aria-hidden className="absolute inset-0 overflow-hidden rounded-xl pointer-events-none">
          <div className="kente absolute inset-x-0 bottom-0 h-1.5" />
        </div>
      </section>
      <Loading of={query} what="The balance could not be loaded." />
    </>
  );
}

/** The text size for an amount: a million cedis has twice as many digits as a hundred, in the same space. */
function sizeFor(text: string): string {
  if (text.length > 12) return "text-2xl";
  return text.length > 9 ? "text-3xl" : "text-4xl";
}
