import type { MessageSettingsAnswer } from "#api/contract/messages.ts";
import { formatDateTime } from "#ledger/terms/dates.ts";
import { occasionOf, templateFor } from "#ledger/terms/messages.ts";
import { messageKinds } from "#ledger/terms/statuses.ts";
import { groupPhone } from "#ledger/terms/phone.ts";
import { defined } from "../../lib/address.ts";
import { Card } from "../../ui/card.tsx";

/** Who last changed the settings, and the values before. */
export function LastChange({ settings }: { settings: MessageSettingsAnswer }) {
  const { changed } = settings;
  if (changed === null) return null;
  return (
    <Card className="flex flex-col gap-2 text-sm">
      <h2 className="font-bold">
        Last changed by {changed.by} on {formatDateTime(changed.at)}
      </h2>
      <dl className="flex flex-col gap-2">
        {differences(settings, changed.before).map(({ what, before, after }) => (
          <div key={what} className="flex flex-col">
            <dt className="text-muted-foreground">{what}</dt>
            <dd className="wrap-anywhere">
              <del className="text-muted-foreground">{before}</del>{" "}
              <ins className="no-underline">{after}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

type Settings = Pick<MessageSettingsAnswer, "adminPhone" | "cardNumber" | "templates">;

function differences(now: Settings, before: Settings): { what: string; before: string; after: string }[] {
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
