/** The notice and the other settings that everybody may see. */
import type { NoticeView } from "#ledger/products/catalogue.ts";
import type { NoticeRecord } from "#contract/settings.ts";

export function noticeRecord(view: NoticeView, shopName: string): NoticeRecord {
  return {
    noticeContent: view.notice,
    momoPhoneNumber: view.momo_phone_number,
    momoAccountName: view.momo_account_name,
    supportGroup: view.support_group,
    supportChat: view.support_chat,
    shopName,
    position: view.position,
  };
}
