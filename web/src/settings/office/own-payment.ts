import type { NoticeRecord } from "#contract/settings.ts";
import { groupPhone } from "#contract/terms/phone.ts";

export type PaymentDetails = Pick<NoticeRecord, "momoPhoneNumber" | "momoAccountName">;

let expected: string | null = null;

/** The payment details that this page has sent. The feed often reports them before the answer arrives. */
export const ownPayment = {
  expect: (sent: PaymentDetails | null) => void (expected = sent && detailsText(sent)),
  is: (details: string) => details === expected,
  /** The change has arrived. If the same details are sent again, it is by somebody else. */
  arrived: (details: string) => {
    if (details === expected) expected = null;
  },
};

export function detailsText({ momoPhoneNumber, momoAccountName }: PaymentDetails): string {
  return `${groupPhone(momoPhoneNumber) || "no number"}, ${momoAccountName.trim() || "no name"}`;
}
