import type { Page } from "#contract/lists.ts";
import type { DeliveryRecord, WebhookAnswer } from "#contract/webhooks.ts";
import { getQuery } from "../lib/get-query.ts";
import { queryString } from "../lib/lists.ts";

export const webhookQuery = getQuery<WebhookAnswer>(["webhook", "address"], "/user/webhook");

const page_rows = 10;
const look_again_ms = 5000;

export function deliveriesQuery(cursor: number | undefined) {
  return getQuery<Page<DeliveryRecord>>(
    ["webhook", "deliveries", cursor],
    `/user/webhook/deliveries${queryString({ limit: page_rows, cursor })}`,
    { staleTime: 0, refetchInterval: look_again_ms },
  );
}
