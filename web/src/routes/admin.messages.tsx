import { createFileRoute } from "@tanstack/react-router";
import { limits } from "#ledger/terms/limits.ts";
import {
  type AnyMessageKind,
  messageKinds,
  type MessageState,
  messageStates,
  otherMessageKinds,
} from "#ledger/terms/statuses.ts";
import { MessagesPage } from "../admin/messages/messages-page.tsx";
import { searchOf, typedFrom, defined, sizeFrom } from "../lib/address.ts";
import { trailFrom } from "../lib/keyset.ts";

export interface MessagesSearch {
  tab?: "settings";
  state?: MessageState;
  kind?: AnyMessageKind;
  search?: string;
  size?: number;
  trail?: string;
}

export const Route = createFileRoute("/admin/messages")({
  validateSearch: searchOf((search): MessagesSearch => {
    const tab = search["tab"] === "settings" ? ("settings" as const) : undefined;
    const state = messageStates.find((each) => each === search["state"]);
    const kind = [...messageKinds, ...otherMessageKinds].find((each) => each === search["kind"]);
    const size = sizeFrom(search["size"], limits.page_sizes_finance);
    const trail = trailFrom(search["trail"]);
    return defined({ tab, state, kind, search: typedFrom(search["search"]), size, trail });
  }),
  component: Messages,
});

function Messages() {
  return <MessagesPage {...Route.useSearch()} />;
}
