/** Products, the notice board and the payment details. */
import { Hono } from "hono";
import { etag, RETAINED_304_HEADERS } from "hono/etag";
import { listProducts, readNotice } from "#ledger/store/reads/catalogue.ts";
import { adminOnly } from "../auth/guard.ts";
import { perform } from "../command.ts";
import type { Env, Shop } from "../context.ts";
import { momoDetailsBody, noticeBody, productId, productStatusBody } from "../contract/catalogue.ts";
import { readBody, readParam } from "../input.ts";
import { noticeRecord, productRecord } from "../records.ts";

/** How new the answer is, a 304 must say too: the page compares it with what the feed told. */
const retainedHeaders = [...RETAINED_304_HEADERS, "x-position", "x-request-id"];

export function catalogueRoutes(shop: Shop): Hono<Env> {
  const app = new Hono<Env>();

  app.get("/product", etag({ retainedHeaders }), async (c) => {
    // To be kept, and asked about each time: a phone that has the list already pays for a header only.
    c.header("cache-control", "no-cache");
    return c.json((await listProducts(shop.db)).map(productRecord));
  });

  app.get("/extra/momo-details", async (c) => c.json(noticeRecord(await readNotice(shop.db), shop.name)));

  app.put("/product/:id/status", adminOnly(shop), async (c) => {
    const product = readParam(c, "id", productId);
    const body = await readBody(c, productStatusBody);
    const { position } = await perform(shop, c, {
      type: "change_product_status",
      intent: { product, status: body.status },
      actor: c.get("principal").user,
      body: { product, ...body },
    });
    return c.json({ status: body.status, position });
  });

  app.put("/extra/notice", adminOnly(shop), async (c) => {
    const body = await readBody(c, noticeBody);
    await perform(shop, c, {
      type: "change_notice",
      intent: { notice: body.noticeContent },
      actor: c.get("principal").user,
      body,
    });
    return c.json(noticeRecord(await readNotice(shop.db), shop.name));
  });

  app.put("/extra/momo-details", adminOnly(shop), async (c) => {
    const body = await readBody(c, momoDetailsBody);
    await perform(shop, c, {
      type: "change_payment_details",
      intent: { momo_phone_number: body.momoPhoneNumber, momo_account_name: body.momoAccountName },
      actor: c.get("principal").user,
      body,
    });
    return c.json(noticeRecord(await readNotice(shop.db), shop.name));
  });

  return app;
}
