import { queryOptions, useQuery } from "@tanstack/react-query";
import type { NoticeRecord } from "#contract/settings.ts";
import { call } from "../lib/api.ts";
import { listing, type Rules } from "../lib/listing.ts";
import { liveQuery } from "./live-query.ts";
import { titledName } from "../lib/page-heading.ts";

const rules: Rules<NoticeRecord> = {
  key: () => "the notice",
  takes: (event) => (event.event === "noticeUpdated" ? event.data : undefined),
  unknown: "insert",
};

async function fetchNotice(signal: AbortSignal) {
  const { data, position } = await call<NoticeRecord>("GET", "/extra/momo-details", {
    signal,
    signedIn: false,
  });
  return listing([data], position);
}

/** The notice, the payment details and the shop's name. */
export const noticeQuery = queryOptions({
  ...liveQuery(["notice"], fetchNotice, rules),
  select: (notices) => notices.rows[0],
});

/** The shop's name. SHOP_NAME can change it. */
export function useShopName(): string {
  return useQuery(noticeQuery).data?.shopName ?? titledName;
}
