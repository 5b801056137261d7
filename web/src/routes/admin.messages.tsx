import { createFileRoute } from "@tanstack/react-router";
import type { messageList } from "#contract/messages.ts";
import { MessagesPage } from "../messages/office/messages-page.tsx";
import { listAddress } from "../lib/address.ts";

export const Route = createFileRoute("/admin/messages")({
  validateSearch: listAddress<typeof messageList, "tab">,
  component: MessagesPage,
});
