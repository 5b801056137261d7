import type { OwnShopAnswer, ShopFiguresAnswer } from "#contract/shops.ts";
import { getQuery } from "../lib/query-client.ts";

export const myShopQuery = getQuery<OwnShopAnswer>(["my shop"], "/user/shop");

export const shopFiguresQuery = getQuery<ShopFiguresAnswer>(["my shop", "figures"], "/user/shop/figures", {
  staleTime: 0,
});
