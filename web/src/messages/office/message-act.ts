import { useQueryClient } from "@tanstack/react-query";
import type { MessageRecord } from "#contract/messages.ts";
import { post } from "../../lib/api.ts";
import { useCommand } from "../../lib/use-command.ts";
import { notify } from "../../lib/notifications.ts";

const said = { resend: "The message is on its way", cancel: "The message will not be sent" };

/** Sends a message again, or stops it. */
export function useMessageAct({ _id, state }: MessageRecord, onDone?: () => void) {
  const client = useQueryClient();
  return useCommand({
    send: (act: keyof typeof said) =>
      // If its state changed in the meantime, it is not sent without asking again.
      post<MessageRecord>(`/message/${_id}/${act}`, act === "resend" ? { seen: state } : {}),
    onDone: (_, act) => {
      notify(said[act], "success");
      onDone?.();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["messages"] }),
  });
}
