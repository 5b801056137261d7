import type { GatewaysAnswer } from "#contract/messages.ts";
import { getQuery } from "../../lib/query-client.ts";

export const look_again_ms = 5000;

export const gatewaysQuery = getQuery<GatewaysAnswer>(["messages", "gateways"], "/message/gateways", {
  staleTime: 0,
  refetchInterval: look_again_ms,
});
