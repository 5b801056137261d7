/** What admin-orders.e2e.ts and admin-orders.all.e2e.ts do on these pages. */
import type { Page } from "playwright-core";
import type { OrderRecord } from "#contract/order-list.ts";
import { stage } from "./stage.ts";

/** Newest first, unless the search says otherwise: many orders are older than those of a test. */
export async function openOrders(size: { width: number; height: number }, search = "?") {
  const opened = await stage.pages.openAs(
    stage.shop.admin,
    `/admin/orders${search}${search.includes("order=") ? "" : "&order=newest"}`,
    size,
  );
  await opened.page.getByRole("heading", { name: "Orders" }).waitFor();
  return opened;
}

export const row = (page: Page, { _id }: OrderRecord) => page.locator(`[data-order="${_id}"]`);
