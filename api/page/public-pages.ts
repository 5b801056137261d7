/**
 * The pages that strangers open from a link: an agent's shop, the shop's own prices, and a guest's order. The built page brings the
 * code that writes them, so this server needs no React, and they can be read before any script has run.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Context, Hono } from "hono";
import { listProducts, type ProductView } from "#ledger/products/catalogue.ts";
import { shopByName } from "#ledger/shops/reads.ts";
import {
  type PageFrame,
  type PriceList,
  pricesRoute,
  type PublicPages,
  publicPagesFile,
} from "#contract/public-pages.ts";
import { shopNamePattern } from "#contract/terms/shop-names.ts";
import { formatCedis, type Pesewas, toCedis } from "#contract/terms/money.ts";
import { guestOrderRoute, shopRoute } from "#contract/terms/shops.ts";
import { countAttempt } from "../serve/attempts.ts";
import type { Env } from "../serve/env.ts";
import { shopAnswer } from "../shops/records.ts";
import type { Shop } from "../shop.ts";
import { type Picture, pictureOf } from "./picture.ts";
import { answerWith, compressed } from "./page-file.ts";

const html = "text/html; charset=utf-8";
/** Short: an order at an old price is refused, but a guest should not see one. */
const lasting = "public, max-age=10";

/** Undefined if the build has no such pages: the smallest ones of tests. */
export function publicPages(webRoot: string, shop: Shop): Hono<Env> | undefined {
  const file = join(webRoot, publicPagesFile);
  if (!existsSync(file)) return undefined;
  const frame = frameOf(webRoot, shop);
  // Read at startup: a later build may replace the file.
  const loading = import(pathToFileURL(file).href).then(({ pages }: { pages: PublicPages }) => pages);
  loading.catch((error: unknown) =>
    shop.log.error({ err: error }, "the pages for strangers cannot be written"),
  );
  const app = new Hono<Env>();
  const answer = (c: Context<Env>, text: string) => answerWith(compressed(text, html), lasting)(c);
  const missing = async (c: Context<Env>) => c.html((await loading).missing(frame), 404);

  app.get(`${shopRoute}/:file{.+\\.png}`, async (c) => {
    const name = c.req.param("file").slice(0, -".png".length);
    await countAttempt(shop, c, "shop", name);
    const found = shopNamePattern.test(name) ? await shopByName(shop.db, name) : undefined;
    if (!found) return c.notFound();
    const lines = found.packages.map(({ offer, network, price }) => lineOf(network, offer, price));
    return picture(c, { ...found.face, lines, below: `An agent of ${shop.name}` });
  });

  app.get(`${shopRoute}/:name`, async (c) => {
    const name = c.req.param("name").toLowerCase();
    if (!shopNamePattern.test(name)) return missing(c);
    await countAttempt(shop, c, "shop", name);
    const found = await shopByName(shop.db, name);
    if (!found) return missing(c);
    const { name: present } = found.face;
    if (present !== c.req.param("name")) return c.redirect(`${shopRoute}/${present}`);
    return answer(c, (await loading).shop(frame, shopAnswer(found)));
  });

  app.get(`${pricesRoute}.png`, async (c) => {
    const lines = (await listProducts(shop.db)).flatMap(({ network, packages }) =>
      packages.map(({ offer, customer }) => lineOf(network, offer, customer)),
    );
    const below = "Mobile data, airtime and vouchers";
    return picture(c, { colour: "green", title: shop.name, lines, below });
  });

  app.get(pricesRoute, async (c) =>
    answer(c, (await loading).prices(frame, (await listProducts(shop.db)).map(priceList))),
  );

  app.get(`${guestOrderRoute}/:token`, async (c) => {
    const response = answer(c, (await loading).order(frame));
    // The address is as good as the order's key.
    response.headers.set("cache-control", "private, no-store");
    return response;
  });
  return app;
}

function picture(c: Context<Env>, of: Picture): Response {
  return c.body(pictureOf(of), 200, { "content-type": "image/png", "cache-control": "public, max-age=300" });
}

function lineOf(network: string, offer: string, price: Pesewas) {
  return { name: `${offer} ${network}`, price: formatCedis(price) };
}

function priceList({ network, status, packages }: ProductView): PriceList {
  const prices = packages.map(({ id, offer, customer }) => ({ _id: id, offer, price: toCedis(customer) }));
  return { network, isAvailable: status === "available", packages: prices };
}

function frameOf(webRoot: string, { name, publicUrl }: Shop): PageFrame {
  const document = readFileSync(join(webRoot, "index.html"), "utf8");
  const first = (pattern: RegExp) => pattern.exec(document)?.[1] ?? "";
  const [island = ""] = readdirSync(join(webRoot, "assets/shop")).filter((file) => file.endsWith(".js"));
  return {
    owner: name,
    publicUrl,
    themeScript: first(/<script>([^]*?)<\/script>/),
    style: first(/<link rel="stylesheet"[^>]* href="([^"]+)"/),
    island: `/assets/shop/${island}`,
  };
}
