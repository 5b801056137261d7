import { useState } from "react";
import { messageList, type MessageRecord } from "#api/contract/messages.ts";
import { oneOf } from "../../lib/address.ts";
import { ListPage } from "../list/list-page.tsx";
import { useListPage } from "../list/use-list-page.ts";
import { AskToResend, messageColumns } from "./message-columns.tsx";
import { look_again_ms } from "./messages.query.ts";
import { ResendDialog } from "./resend-dialog.tsx";

/** What the address has beside the list. */
export const messageSearch = { tab: oneOf(["settings"]) };

export function MessageList() {
  const page = useListPage(messageList, { every_ms: look_again_ms, own: messageSearch });
  const [again, setAgain] = useState<MessageRecord>();
  return (
    <AskToResend value={setAgain}>
      <ListPage
        page={page}
        title="Messages"
        isSection
        columns={messageColumns}
        rowHeights={["h-14", "h-38"]}
      />
      {again !== undefined && <ResendDialog message={again} onClose={() => setAgain(undefined)} />}
    </AskToResend>
  );
}
