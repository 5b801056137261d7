import type { MessageSettingsAnswer } from "#contract/messages.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { messageChanges } from "./message-changes.ts";
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
        {messageChanges(settings, changed.before).map(({ what, before, after }) => (
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
