import type { GatewaysAnswer, MessageSettingsAnswer } from "#contract/messages.ts";
import { getQuery } from "../../lib/get-query.ts";

/** The feed does not report messages, so an open page fetches them this often. */
export const look_again_ms = 5000;

export const gatewaysQuery = getQuery<GatewaysAnswer>(["messages", "gateways"], "/message/gateways", {
  staleTime: 0,
  refetchInterval: look_again_ms,
});

export const messageSettingsQuery = getQuery<MessageSettingsAnswer>(
  ["messages", "settings"],
  "/message/settings",
  { outdatedBy: (event) => event.event === "noticeUpdated" },
);
