import { queryOptions } from "@tanstack/react-query";
import type { Page } from "#api/contract/lists.ts";
import type { DeliveryRecord, WebhookAnswer } from "#api/contract/webhooks.ts";
import { get } from "../../lib/api.ts";
import { queryString } from "../../lib/lists.ts";

export const webhookQuery = queryOptions({
  queryKey: ["webhook", "address"],
  queryFn: ({ signal }) => get<WebhookAnswer>("/user/webhook", signal),
});

const page_rows = 10;
const look_again_ms = 5000;

export function deliveriesQuery(cursor: number | undefined) {
  return queryOptions({
    queryKey: ["webhook", "deliveries", cursor],
    queryFn: ({ signal }) =>
      get<Page<DeliveryRecord>>(
        `/user/webhook/deliveries${queryString({ limit: page_rows, cursor })}`,
        signal,
      ),
    staleTime: 0,
    refetchInterval: look_again_ms,
  });
}
