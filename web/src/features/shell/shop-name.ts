import { useQuery } from "@tanstack/react-query";
import { noticeQuery } from "../catalogue/notice.query.ts";

/** The shop's name, which SHOP_NAME may change, or the product's own until the server has said it. */
export function useShopName(): string {
  return useQuery(noticeQuery).data?.shopName ?? "Cedibook";
}
