import { createFileRoute } from "@tanstack/react-router";
import { limits } from "#ledger/terms/limits.ts";
import { messageStates } from "#ledger/terms/statuses.ts";
import { MessagesPage } from "../admin/messages/messages-page.tsx";
import { days, oneOf, sizeOf, searchOf, trail, typed } from "../lib/address.ts";

export const Route = createFileRoute("/admin/messages")({
  validateSearch: searchOf({
    tab: oneOf(["settings"]),
    state: oneOf(messageStates),
    /** One of the kinds of messages, which the page checks: the login page would load their list. */
    kind: typed,
    search: typed,
    ...days,
    size: sizeOf(limits.page_sizes_finance),
    trail,
  }),
  component: Messages,
});

function Messages() {
  return <MessagesPage {...Route.useSearch()} />;
}
