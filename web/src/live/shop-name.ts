import { useQuery } from "@tanstack/react-query";
import { titledName } from "../lib/titled-name.ts";
import { noticeQuery } from "./notice.query.ts";

/** The shop's name. SHOP_NAME can change it. */
export function useShopName(): string {
  return useQuery(noticeQuery).data?.shopName ?? titledName;
}
