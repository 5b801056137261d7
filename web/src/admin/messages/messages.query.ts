import { queryOptions } from "@tanstack/react-query";
import type { GatewaysAnswer, MessageSettingsAnswer } from "#api/contract/messages.ts";
import { get } from "../../lib/api.ts";

/** The feed does not report messages, so an open page fetches them this often. */
export const look_again_ms = 5000;

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
