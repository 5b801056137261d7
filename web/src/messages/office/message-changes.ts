import type { ChangeRecord } from "#contract/audit.ts";
import type { MessageSettingsAnswer } from "#contract/messages.ts";
import { occasionOf, templateFor } from "#contract/terms/messages.ts";
import { messageKinds } from "#contract/terms/event-texts.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { defined } from "../../lib/address.ts";

type Settings = Pick<MessageSettingsAnswer, "adminPhone" | "cardNumber" | "templates">;

/** What differs, as admins read it. */
export function messageChanges(now: Settings, before: Settings): ChangeRecord[] {
  const phone = (digits: string) => (digits === "" ? "the first admin's own" : groupPhone(digits));
  const all = [
    { what: "Number", before: phone(before.adminPhone), after: phone(now.adminPhone) },
    { what: "Card number", before: before.cardNumber, after: now.cardNumber },
    ...messageKinds.map((kind) => ({
      what: occasionOf(kind).label,
      before: templateFor(kind, defined(before.templates)),
      after: templateFor(kind, defined(now.templates)),
    })),
  ];
  return all.filter((one) => one.before !== one.after);
}
