import type { LayoutsAnswer } from "#api/contract/supplier.ts";
import { getQuery } from "../../lib/get-query.ts";

export const layoutsQuery = getQuery<LayoutsAnswer>(["supplier layouts"], "/order/supplier-layout");
