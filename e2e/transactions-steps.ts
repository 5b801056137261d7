/** What transactions.e2e.ts and transactions.all.e2e.ts do on these pages. */
import type { Page } from "playwright-core";
import type { TestUser } from "#tools/testing/test-shop.ts";
import { stage, nextPhone } from "./stage.ts";

export async function buyer(orders: number): Promise<TestUser> {
  const { shop } = stage;
  const user = await shop.addUser(`t${nextPhone()}`, nextPhone(), "Customer", 500_000);
  for (let n = 0; n < orders; n++) {
    await shop.buy(user, n === 0 ? "mtnup2u-2" : "mtnup2u-1", `02441234${10 + n}`);
  }
  return user;
}

export const orderRows = (page: Page) => page.locator("[data-order]");
