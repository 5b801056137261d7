/** What the shop shows to everybody: the notice, the payment details and the support links. */
import { readNotice } from "#ledger/products/catalogue.ts";
import type { Shop } from "../shop.ts";
import { operations } from "#contract/operations.ts";
import { perform } from "../serve/command.ts";
import type { Serve } from "../serve/serve.ts";
import { isAwaitingApproval } from "../approvals/records.ts";
import { noticeRecord } from "./records.ts";
import type { PaymentDetails, SupportLinks } from "#ledger/core/rows/settings.ts";

export function settingsRoutes(shop: Shop, serve: Serve): void {
  serve(operations.readMomoDetails, async () => noticeRecord(await readNotice(shop.db), shop.name));

  serve(operations.changeNotice, async (c, { body }) => {
    await perform(shop, c, {
      type: "change_notice",
      intent: { notice: body.noticeContent, ...(body.seen && { seen: body.seen.noticeContent }) },
      body,
    });
    return noticeRecord(await readNotice(shop.db), shop.name);
  });

  serve(operations.changeMomoDetails, async (c, { body }) => {
    const done = await perform(shop, c, {
      type: "change_payment_details",
      intent: { ...paymentDetails(body), ...(body.seen && { seen: paymentDetails(body.seen) }) },
      body,
    });
    const isPending = await isAwaitingApproval(shop, done);
    const notice = noticeRecord(await readNotice(shop.db), shop.name);
    return isPending ? { ...notice, pending: true as const } : notice;
  });

  serve(operations.changeSupportLinks, async (c, { body }) => {
    await perform(shop, c, {
      type: "change_support_links",
      intent: { ...supportLinks(body), ...(body.seen && { seen: supportLinks(body.seen) }) },
      body,
    });
    return noticeRecord(await readNotice(shop.db), shop.name);
  });
}

function paymentDetails({
  momoPhoneNumber,
  momoAccountName,
}: {
  momoPhoneNumber: string;
  momoAccountName: string;
}): PaymentDetails {
  return { momo_phone_number: momoPhoneNumber, momo_account_name: momoAccountName };
}

function supportLinks({
  supportGroup,
  supportChat,
}: {
  supportGroup: string;
  supportChat: string;
}): SupportLinks {
  return { support_group: supportGroup, support_chat: supportChat };
}
