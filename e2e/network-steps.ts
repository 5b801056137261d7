/** What network.e2e.ts and network.all.e2e.ts do on these pages. */
import type { Page, Route } from "playwright-core";
import type { TestUser } from "#tools/testing/test-shop.ts";
import { phone } from "./pages.ts";
import { stage, nextPhone } from "./stage.ts";

/** Opens a page without service workers, whose requests could neither be seen nor slowed. */
export async function open(): Promise<Page> {
  return (await stage.pages.open(phone)).page;
}

export const newCustomer = (cedis: number) =>
  stage.shop.addUser(`n${nextPhone()}`, nextPhone(), "Customer", cedis * 100);

export async function listed(user: TestUser, path: "/order/allorders" | "/recharge"): Promise<unknown[]> {
  return (await stage.shop.as(user).get<unknown[]>(path)).body;
}

/** Lets the server carry out the command, and breaks the line before the answer. */
export async function loseAnswer(page: Page, route: Route): Promise<void> {
  await route.fetch();
  await page.context().setOffline(true);
  await route.abort("internetdisconnected");
}
