import { useState } from "react";
import type { RailMessageRecord } from "#contract/phone.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { put } from "../../../lib/api.ts";
import { money } from "../../../lib/money.ts";
import { queryClient } from "../../../lib/query-client.ts";
import { useCommand } from "../../../lib/use-command.ts";
import { Button } from "../../../ui/button.tsx";
import { Confirm } from "../../../ui/confirm.tsx";
import { notify } from "../../../lib/notifications.ts";
import { railNames } from "#contract/rails.ts";

const kinds: Record<RailMessageRecord["kind"], string> = {
  received: "received",
  sent: "sent",
  reversed: "taken back",
};

interface Props {
  messages: readonly RailMessageRecord[];
  canDismiss?: boolean;
}

/** What messages say, one line each. */
export function MessageLines({ messages, canDismiss = false }: Props) {
  return (
    <ul className="flex flex-col gap-1.5">
      {messages.map((message) => (
        <li key={message._id} className="flex flex-wrap items-center justify-between gap-x-3 text-sm">
          <span>
            {railNames[message.rail]} {kinds[message.kind]} <b>{money(message.amount)}</b>
            {message.isTyped && " (read out)"}
            <span className="block text-muted-foreground">
              <span className="wrap-anywhere">{message.transaction}</span>,{" "}
              {formatDateTime(message.receivedAt)}
            </span>
          </span>
          {canDismiss && <Dismiss message={message} />}
        </li>
      ))}
    </ul>
  );
}

function Dismiss({ message: { _id, amount, transaction } }: { message: RailMessageRecord }) {
  const [isAsking, setIsAsking] = useState(false);
  const dismiss = useCommand({
    send: () => put(`/payment/phone/message/${_id}/dismiss`, {}),
    onDone: () => notify("Dismissed", "success"),
    onSettled: () => {
      setIsAsking(false);
      return queryClient.invalidateQueries({ queryKey: ["payments"] });
    },
  });
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setIsAsking(true)}>
        Dismiss
      </Button>
      {isAsking && (
        <Confirm
          title={`Dismiss the message about ${money(amount)}?`}
          confirm="Dismiss"
          variant="destructive"
          busy={dismiss.isBusy}
          onConfirm={(event) => {
            event.preventDefault();
            dismiss.send();
          }}
          onClose={() => setIsAsking(false)}
        >
          <p className="text-sm text-muted-foreground">
            Look at the phone first: if {transaction} stands there, from the network itself, it is a payment.
          </p>
        </Confirm>
      )}
    </>
  );
}
