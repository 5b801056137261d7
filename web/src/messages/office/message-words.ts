import type { MessageRecord } from "#contract/messages.ts";
import { groupPhone } from "#contract/terms/phone.ts";

/** "not sent: no gateway", "sent". */
export function stateText({ state, answer }: { state: string; answer: string }): string {
  return state === "unsent" ? `not sent: ${answer}` : state;
}

export function receiver({ recipient, channel }: MessageRecord): string {
  if (recipient === "") return "nobody";
  return channel === "sms" ? groupPhone(recipient) : recipient;
}
