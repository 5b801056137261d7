import { queryOptions } from "@tanstack/react-query";
import type { Page } from "#api/contract/lists.ts";
import type { GatewaysAnswer, MessageRecord, MessageSettingsAnswer } from "#api/contract/messages.ts";
import { get } from "../../lib/api.ts";
import { queryString } from "../../lib/lists.ts";

export interface MessagePage {
  state?: string | undefined;
  kind?: string | undefined;
  search?: string | undefined;
  /** Days, "2026-11-21". */
  from?: string | undefined;
  to?: string | undefined;
  limit: number;
  cursor: string | undefined;
}

/** The feed does not report messages, so an open page fetches them this often. */
const look_again_ms = 5000;

export function messagesQuery(page: MessagePage) {
  return queryOptions({
    queryKey: ["messages", "page", page],
    queryFn: ({ signal }) => get<Page<MessageRecord>>(`/message${queryString({ ...page })}`, signal),
    staleTime: 0,
    refetchInterval: look_again_ms,
  });
}

export const gatewaysQuery = queryOptions({
  queryKey: ["messages", "gateways"],
  queryFn: ({ signal }) => get<GatewaysAnswer>("/message/gateways", signal),
  staleTime: 0,
  refetchInterval: look_again_ms,
});

export const messageSettingsQuery = queryOptions({
  queryKey: ["messages", "settings"],
  queryFn: ({ signal }) => get<MessageSettingsAnswer>("/message/settings", signal),
  meta: { outdatedBy: (event) => event.event === "noticeUpdated" },
});
