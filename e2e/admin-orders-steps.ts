/** What admin-orders.e2e.ts and admin-orders.all.e2e.ts do on these pages. */
import type { Page } from "playwright-core";
import type { OrderRecord } from "#contract/order-list.ts";
import { signedIn } from "./pages.ts";
import { stage } from "./stage.ts";

export const office = { width: 390, height: 844 };

/** Newest first, unless the search says otherwise: many orders are older than those of a test. */
export async function openOrders(size: { width: number; height: number }, search = "?") {
  const opened = await stage.pages.open(size);
  await signedIn(opened.page, stage.shop.admin);
  await opened.page.goto(`/admin/orders${search}${search.includes("order=") ? "" : "&order=newest"}`);
  await opened.page.getByRole("heading", { name: "Orders" }).waitFor();
  return opened;
}

export const row = (page: Page, { _id }: OrderRecord) => page.locator(`[data-order="${_id}"]`);
