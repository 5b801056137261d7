import type { NoticeRecord } from "#api/contract/settings.ts";
import { groupPhone } from "#ledger/terms/phone.ts";

export type PaymentDetails = Pick<NoticeRecord, "momoPhoneNumber" | "momoAccountName">;

let expected: string | null = null;

/** The payment details that this page itself has sent: the feed brings them back, often before the answer is here. */
export const ownPayment = {
  expect: (sent: PaymentDetails | null) => void (expected = sent && detailsText(sent)),
  is: (details: string) => details === expected,
  /** It is here: the next one that sends the same is somebody else. */
  arrived: (details: string) => {
    if (details === expected) expected = null;
  },
};

export function detailsText({ momoPhoneNumber, momoAccountName }: PaymentDetails): string {
  return `${groupPhone(momoPhoneNumber) || "no number"}, ${momoAccountName.trim() || "no name"}`;
}
