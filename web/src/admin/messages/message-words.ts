import type { MessageRecord } from "#api/contract/messages.ts";
import { occasions } from "#ledger/terms/messages.ts";
import { type AnyMessageKind } from "#ledger/terms/statuses.ts";
import { groupPhone } from "#ledger/terms/phone.ts";

export function kindLabel(kind: AnyMessageKind): string {
  if (kind === "test") return "Test";
  return kind === "password_reset" ? "Password reset" : occasions[kind].label;
}

/** "not sent: no gateway", "sent". */
export function stateText({ state, answer }: { state: string; answer: string }): string {
  return state === "unsent" ? `not sent: ${answer}` : state;
}

export function receiver({ recipient, channel }: MessageRecord): string {
  if (recipient === "") return "nobody";
  return channel === "sms" ? groupPhone(recipient) : recipient;
}
