/** What team-queue.e2e.ts and team-queue.all.e2e.ts do on these pages. */
import type { OrderRecord } from "#contract/order-list.ts";
import { type OpenPage } from "./pages.ts";

export const row = ({ page }: OpenPage, { _id }: OrderRecord) => page.locator(`[data-order="${_id}"]`);
