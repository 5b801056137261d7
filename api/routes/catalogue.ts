/** Products, the notice board and the payment details. */
import { listProducts, readNotice } from "#ledger/store/reads/catalogue.ts";
import { perform } from "../command.ts";
import type { Shop } from "../context.ts";
import { operations } from "../contract/operations.ts";
import { noticeRecord, productRecord } from "../records.ts";
import type { Serve } from "../serve.ts";

export function catalogueRoutes(shop: Shop, serve: Serve): void {
  serve(operations.listProducts, async () => (await listProducts(shop.db)).map(productRecord));

  serve(operations.readMomoDetails, async () => noticeRecord(await readNotice(shop.db), shop.name));

  serve(operations.changeProductStatus, async (c, { params, body }) => {
    const { id: product } = params;
    const { position } = await perform(shop, c, {
      type: "change_product_status",
      intent: { product, status: body.status },
      actor: c.get("principal").user,
      body: { product, ...body },
    });
    return { status: body.status, position };
  });

  serve(operations.changeNotice, async (c, { body }) => {
    await perform(shop, c, {
      type: "change_notice",
      intent: { notice: body.noticeContent },
      actor: c.get("principal").user,
      body,
    });
    return noticeRecord(await readNotice(shop.db), shop.name);
  });

  serve(operations.changeMomoDetails, async (c, { body }) => {
    await perform(shop, c, {
      type: "change_payment_details",
      intent: { momo_phone_number: body.momoPhoneNumber, momo_account_name: body.momoAccountName },
      actor: c.get("principal").user,
      body,
    });
    return noticeRecord(await readNotice(shop.db), shop.name);
  });

  serve(operations.changeSupportLinks, async (c, { body }) => {
    await perform(shop, c, {
      type: "change_support_links",
      intent: { support_group: body.supportGroup, support_chat: body.supportChat },
      actor: c.get("principal").user,
      body,
    });
    return noticeRecord(await readNotice(shop.db), shop.name);
  });
}
