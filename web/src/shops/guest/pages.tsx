/** Writes the pages for strangers on the server, from the components that the browser knows too. The build bundles it (vite.pages.ts). */
import type { ReactNode } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import type { PageFrame, PublicPages } from "#contract/public-pages.ts";
import type { ShopAnswer } from "#contract/shops.ts";
import { pricesRoute } from "#contract/public-pages.ts";
import { shopRoute } from "#contract/terms/shops.ts";
import { money } from "../../lib/money.ts";
import { GuestShop } from "./guest-shop.tsx";
import { PricePage } from "./price-page.tsx";
import { PublicPage } from "./public-page.tsx";
import { ShopPage } from "./shop-page.tsx";

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
