import type { MessageRecord } from "#api/contract/messages.ts";
import { accountMessageLabels } from "#ledger/terms/account-messages.ts";
import { type MessageKind, occasions } from "#ledger/terms/event-texts.ts";
import type { AnyMessageKind } from "#ledger/terms/message-kinds.ts";
import { groupPhone } from "#ledger/terms/phone.ts";

const otherLabels: Record<Exclude<AnyMessageKind, MessageKind>, string> = {
  ...accountMessageLabels,
  test: "Test",
  password_reset: "Password reset",
};

function isOther(kind: AnyMessageKind): kind is keyof typeof otherLabels {
  return kind in otherLabels;
}

export function kindLabel(kind: AnyMessageKind): string {
  return isOther(kind) ? otherLabels[kind] : occasions[kind].label;
}

/** "not sent: no gateway", "sent". */
export function stateText({ state, answer }: { state: string; answer: string }): string {
  return state === "unsent" ? `not sent: ${answer}` : state;
}

export function receiver({ recipient, channel }: MessageRecord): string {
  if (recipient === "") return "nobody";
  return channel === "sms" ? groupPhone(recipient) : recipient;
}
