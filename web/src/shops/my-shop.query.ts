import type { OwnShopAnswer } from "#contract/shops.ts";
import { getQuery } from "../lib/query-client.ts";

export const myShopQuery = getQuery<OwnShopAnswer>(["my shop"], "/user/shop");
