/** Products, the notice board and the payment details. */
import { Hono } from "hono";
import * as v from "valibot";
import { listProducts, readNotice } from "#ledger/store/reads/catalogue.ts";
import { adminOnly } from "../auth/guard.ts";
import { perform } from "../command.ts";
import type { Env, Shop } from "../context.ts";
import { momoDetailsBody, noticeBody, productStatusBody } from "../contract/catalogue.ts";
import { readBody, readParam } from "../input.ts";
import { noticeRecord, productRecord } from "../records.ts";

export function catalogueRoutes(shop: Shop): Hono<Env> {
  const app = new Hono<Env>();

  app.get("/product", async (c) => c.json((await listProducts(shop.db)).map(productRecord)));

  app.get("/extra/momo-details", async (c) => c.json(noticeRecord(await readNotice(shop.db), shop.name)));

  app.put("/product/:id/status", adminOnly(shop), async (c) => {
    const product = readParam(c, "id", v.pipe(v.string(), v.maxLength(60)));
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
