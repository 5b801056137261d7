/** Messages to users about their own account, and to admins about the payment details. */
import { type AccountMessageKind, accountTexts } from "#contract/account-messages.ts";
import { fillTemplate } from "#contract/terms/messages.ts";
import { sealText, type Secrets } from "../serve/secrets.ts";
import type { Composed } from "./compose.ts";
import type { Channel } from "./gateway-health.ts";
import { measureSms } from "./segments.ts";

export interface AccountMessage {
  kind: AccountMessageKind;
  text: keyof typeof accountTexts;
  values?: Record<string, string>;
  /** Stored sealed: the readable text has stars in its place. */
  code?: string;
  user: string;
  channel: Channel;
  recipient: string;
  /** ISO 8601. */
  at: string;
}

export function accountMessage(
  { shopName, secrets }: { shopName: string; secrets: Secrets },
  { kind, text, values = {}, code, user, channel, recipient, at }: AccountMessage,
): Composed {
  const write = (shown: string) => inOneSegment(accountTexts[text], { ...values, code: shown }, shopName);
  const whole = write(code ?? "");
  return {
    event_position: null,
    kind,
    channel,
    user_id: user,
    recipient,
    text: code === undefined ? whole : write("****"),
    sealed: code === undefined ? null : sealText(secrets.sealing.message, whole),
    segments: channel === "sms" ? measureSms(whole).segments : 0,
    at,
  };
}

/** A long name of the shop is cut. */
export function inOneSegment(template: string, values: Record<string, string>, shopName: string): string {
  const fill = (shop: string) => fillTemplate(template, { ...values, shop });
  let shop = shopName;
  while (shop !== "" && measureSms(fill(shop)).segments > 1) shop = shop.slice(0, -1);
  return fill(shop);
}
