import type { MessageRecord } from "#api/contract/messages.ts";
import { formatDateTime } from "#ledger/terms/dates.ts";
import { errorText } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { useMessageAct } from "./message-act.ts";
import { receiver } from "./message-words.ts";

/** Asks before a message is sent again to somebody who already has it. */
export function ResendDialog({ message, onClose }: { message: MessageRecord; onClose: () => void }) {
  const { send, isBusy, error } = useMessageAct(message, onClose);
  const { channel, segments, settledAt, text } = message;
  const cost =
    channel === "sms" ? ` It costs ${segments} ${segments === 1 ? "segment" : "segments"} more.` : "";
  return (
    <Confirm
      title={`Send it to ${receiver(message)} again?`}
      confirm="Yes, send again"
      busy={isBusy}
      onConfirm={() => send("resend")}
      onClose={onClose}
    >
      <p className="text-sm text-muted-foreground">
        It was sent{settledAt === null ? "" : ` on ${formatDateTime(settledAt)}`}.{cost}
      </p>
      <p className="text-sm wrap-anywhere">{text}</p>
      {error !== null && (
        <Alert variant="destructive" role="alert">
          {errorText(error)}
        </Alert>
      )}
    </Confirm>
  );
}
