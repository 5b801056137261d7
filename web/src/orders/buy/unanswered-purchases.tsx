import { productTypeOf } from "#contract/terms/product-types.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { texts } from "#contract/terms/texts.ts";
import { money } from "../../lib/money.ts";
import { useCommand } from "../../lib/command.ts";
import { Alert } from "../../ui/alert.tsx";
import { OnlineButton } from "../../ui/button.tsx";
import { notify } from "../../lib/notifications.ts";
import { buy, type SentPurchase, useUnansweredPurchases } from "./purchase.ts";

const shown_max = 3;

/**
 * The purchases that were sent and have no answer, on every page that shows what was bought. The page finds out by
 * itself what became of them; sending one again is safe.
 */
export function UnansweredPurchases() {
  const sent = useUnansweredPurchases();
  if (sent.length === 0) return null;
  return (
    <section aria-label="Payments without an answer" className="flex flex-col gap-2.5">
      {sent.slice(0, shown_max).map((command) => (
        <Unanswered key={command.key} command={command} />
      ))}
      {sent.length > shown_max && (
        <p className="text-sm text-muted-foreground">{sent.length - shown_max} more without an answer</p>
      )}
    </section>
  );
}

function Unanswered({ command }: { command: SentPurchase }) {
  const { body } = command;
  const again = useCommand({
    send: (_: void, send) => buy(body, send),
    unanswered: command,
    onDone: () => notify(texts.purchaseMade, "success"),
  });
  // The form with the ID card is not kept on the device, so it cannot be sent again from here.
  const isWhole = productTypeOf(body.network).form === undefined || body.items !== undefined;
  return (
    <Alert className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="min-w-[min(12rem,100%)] flex-1">
        <b>
          {body.offer} for {groupPhone(body.receiver)}, {money(body.totalAmount)}
        </b>
        <br />
        No answer yet. We keep asking, and you are never charged twice.
      </p>
      {isWhole && (
        <OnlineButton variant="outline" size="sm" busy={again.isBusy} onClick={() => again.send()}>
          Send again
        </OnlineButton>
      )}
    </Alert>
  );
}
