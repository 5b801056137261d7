/** Writes the pages for strangers on the server, from the components that the browser knows too. The build bundles it (vite.pages.ts). */
import type { ReactNode } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { type PageFrame, type PublicPages, pricesRoute, type PriceList } from "#contract/public-pages.ts";
import type { ShopAnswer } from "#contract/shops.ts";
import { shopRoute } from "#contract/terms/shops.ts";
import { money } from "../../lib/money.ts";
import { GuestShop } from "./buy.tsx";
import { Footer, Mark } from "../../ui/brand.tsx";
import { groupPhone, internationalPhone } from "#contract/terms/phone.ts";
import { cn } from "../../lib/cn.ts";
import { Alert } from "../../ui/alert.tsx";
import { colourLook } from "../shop-colours.ts";
import { buttonVariants } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { NetworkName } from "../../ui/monogram.tsx";

/** What a chat or search engine shows of a page. */
interface About {
  title: string;
  description: string;
  /** Undefined: it is nobody's to find. */
  path?: string;
}

/** For the API, which imports no React (api/page/public-pages.ts). */
export const pages: PublicPages = {
  shop: (frame, shop) =>
    documentOf(
      frame,
      { title: shop.title, description: describedShop(shop), path: `${shopRoute}/${shop.name}` },
      <>
        <ShopPage owner={frame.owner} shop={shop}>
          {/* Alone in its element, as the script will find it. */}
          <div
            id="shop"
            className="flex flex-col gap-4"
            dangerouslySetInnerHTML={{ __html: renderToString(<GuestShop shop={shop} />) }}
          />
        </ShopPage>
        <Data id="shop-data" value={shop} />
      </>,
      true,
    ),
  prices: (frame, lists) => {
    const prices = lists.flatMap(({ packages }) => packages);
    const description = `Mobile data, airtime and vouchers${rangeOf(prices)}.`;
    return documentOf(
      frame,
      { title: `What ${frame.owner} sells`, description, path: pricesRoute },
      <PricePage owner={frame.owner} lists={lists} />,
    );
  },
  order: (frame) =>
    documentOf(
      frame,
      { title: "Your order", description: `An order at ${frame.owner}.` },
      <PublicPage owner={frame.owner}>
        <h1 className="text-2xl font-bold tracking-[-0.01em]">Your order</h1>
        <div id="order" className="min-h-60" />
        <noscript>To see the order, please turn JavaScript on in your browser’s settings.</noscript>
      </PublicPage>,
      true,
    ),
  missing: (frame) =>
    documentOf(
      frame,
      { title: "No such shop", description: `There is no such shop at ${frame.owner}.` },
      <PublicPage owner={frame.owner}>
        <h1 className="text-2xl font-bold tracking-[-0.01em]">There is no such shop</h1>
        <p>Please check the link, or ask the person who sent it to you.</p>
      </PublicPage>,
    ),
};

function describedShop({ packages, isOpen }: ShopAnswer): string {
  const offers = packages
    .slice(0, 3)
    .map(({ offer, network, price }) => `${offer} ${network} ${money(price)}`);
  if (!isOpen || offers.length === 0) return "Mobile data, airtime and vouchers.";
  return `${offers.join(", ")}${packages.length > offers.length ? " and more" : ""}. Pay by mobile money, without an account.`;
}

function rangeOf(prices: { price: number }[]): string {
  return prices.length === 0 ? "" : ` from ${money(Math.min(...prices.map(({ price }) => price)))}`;
}

function documentOf(frame: PageFrame, about: About, body: ReactNode, isAlive = false): string {
  const { owner, publicUrl, themeScript, style, island } = frame;
  const { title, description, path } = about;
  return `<!doctype html>${renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · ${owner}`}</title>
        <meta name="description" content={description} />
        {path === undefined ? (
          <meta name="robots" content="noindex" />
        ) : (
          <>
            <link rel="canonical" href={`${publicUrl}${path}`} />
            <meta property="og:type" content="website" />
            <meta property="og:site_name" content={owner} />
            <meta property="og:title" content={title} />
            <meta property="og:description" content={description} />
            <meta property="og:url" content={`${publicUrl}${path}`} />
            <meta property="og:image" content={`${publicUrl}${path}.png`} />
            <meta name="twitter:card" content="summary_large_image" />
          </>
        )}
        <link rel="stylesheet" href={style} />
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <script dangerouslySetInnerHTML={{ __html: themeScript }} />
        {/* The style sheet first: prices can be read without the script. */}
        {isAlive && <script type="module" src={island} fetchPriority="low" />}
      </head>
      <body>{body}</body>
    </html>,
  )}`;
}

/** Only read by the script: no policy lets it run, and no text of it can end the element. */
function Data({ id, value }: { id: string; value: unknown }) {
  const json = JSON.stringify(value).replaceAll("<", "\\u003c");
  return <script type="application/json" id={id} dangerouslySetInnerHTML={{ __html: json }} />;
}

interface Props {
  owner: string;
  /** In place of the owner's name and sign. */
  head?: ReactNode;
  children: ReactNode;
}

/** The frame of a page for strangers. Nothing in it needs a script. */
function PublicPage({ owner, head, children }: Props) {
  return (
    <div className="flex min-h-dvh flex-col pt-[env(safe-area-inset-top)]">
      {head ?? (
        <header className="mx-auto flex w-full max-w-2xl items-center gap-3 px-4 pt-5">
          <Mark className="size-11 rounded-lg text-2xl" />
          <p className="min-w-0 wrap-anywhere text-xl leading-tight font-bold tracking-[-0.01em]">{owner}</p>
        </header>
      )}
      <main className="mx-auto flex w-full max-w-2xl flex-1 flex-col gap-4 px-4 py-5">{children}</main>
      <nav aria-label="More" className="text-center text-sm text-muted-foreground">
        <a className="inline-flex min-h-12 items-center px-3 underline" href={pricesRoute}>
          {`What ${owner} sells`}
        </a>
        <a className="inline-flex min-h-12 items-center px-3 underline" href="/">
          Login
        </a>
      </nav>
      <Footer shop={owner} />
    </div>
  );
}

interface ShopProps {
  owner: string;
  shop: ShopAnswer;
  /** What guests buy with. */
  children: ReactNode;
}

/** An agent's shop, as a stranger sees it. */
function ShopPage({ owner, shop, children }: ShopProps) {
  const { title, greeting, contact, isOpen } = shop;
  return (
    <PublicPage owner={owner} head={<ShopHead owner={owner} shop={shop} />}>
      {greeting !== "" && <p className="whitespace-pre-line wrap-anywhere">{greeting}</p>}
      {!isOpen && (
        <Alert role="note">
          {title} is closed at the moment. Prices are shown, and nothing can be bought.
        </Alert>
      )}
      {children}
      <noscript>
        <Alert>To buy here, please turn JavaScript on in your browser’s settings.</Alert>
      </noscript>
      {contact !== "" && (
        <p>
          Questions?{" "}
          <a
            className="inline-flex min-h-12 items-center font-semibold text-primary"
            href={`tel:+${internationalPhone(contact)}`}
          >
            {groupPhone(contact)}
          </a>
        </p>
      )}
      <p className="text-sm text-muted-foreground">
        {`${title} is the shop of an agent of ${owner}, who sets these prices. ${owner} delivers, and pays back what cannot be delivered.`}
      </p>
    </PublicPage>
  );
}

function ShopHead({ owner, shop: { title, colour } }: Pick<ShopProps, "owner" | "shop">) {
  return (
    <header className={cn("text-white", colourLook[colour])}>
      <div className="mx-auto w-full max-w-2xl px-4 py-5">
        <h1 className="wrap-anywhere text-2xl leading-tight font-bold tracking-[-0.01em]">{title}</h1>
        <p className="text-sm">{`An agent of ${owner}`}</p>
      </div>
    </header>
  );
}

/** What the shop itself sells, for somebody who has no account yet. */
function PricePage({ owner, lists }: { owner: string; lists: PriceList[] }) {
  const sold = lists.filter(({ packages }) => packages.length > 0);
  return (
    <PublicPage owner={owner}>
      <h1 className="text-2xl font-bold tracking-[-0.01em]">What we sell</h1>
      <p className="text-muted-foreground">
        You pay from a wallet that you fill by mobile money. Agents pay less.
      </p>
      {sold.length === 0 && <p>Nothing is sold here now.</p>}
      <div className="grid gap-4 sm:grid-cols-2">
        {sold.map(({ network, isAvailable, packages }) => (
          <Card key={network}>
            <h2 className="flex flex-wrap items-center gap-2 text-lg font-bold">
              <NetworkName network={network} />
              {!isAvailable && <span className="text-sm font-medium text-warning">out of stock</span>}
            </h2>
            <ul className="mt-1 divide-y divide-border">
              {packages.map(({ _id, offer, price }) => (
                <li key={_id} className="flex min-h-11 items-center justify-between gap-4">
                  <span className="min-w-0 wrap-anywhere">{offer}</span>
                  <b>{money(price)}</b>
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </div>
      <a href="/register" className={buttonVariants({ size: "lg" })}>
        Create Account
      </a>
    </PublicPage>
  );
}
