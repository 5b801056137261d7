import { useQuery } from "@tanstack/react-query";
import { noticeQuery } from "../catalogue/notice.query.ts";

/** The server writes it into the document's title, so it is known before any answer. */
const titled = document.title;

/** The shop's name, which SHOP_NAME may change. */
export function useShopName(): string {
  return useQuery(noticeQuery).data?.shopName ?? titled;
}
