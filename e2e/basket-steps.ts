/** What basket.e2e.ts and basket.all.e2e.ts do on these pages. */
import type { Page } from "playwright-core";
import type { TestUser } from "#tools/testing/test-shop.ts";
import { stage } from "./stage.ts";

export async function ordersOf(user: TestUser): Promise<string[]> {
  const { body } = await stage.shop.as(user).get<{ receiver: string; offer: string }[]>("/order/allorders");
  return body.map(({ receiver, offer }) => `${receiver} ${offer}`).sort();
}

export async function addMany(page: Page, text: string): Promise<void> {
  await page.goto("/home/buy/MTNup2u");
  await page.getByRole("button", { name: "Many numbers at once" }).click();
  await page.getByLabel("One number per line").fill(text);
  await page.getByRole("button", { name: /^Add \d+ to basket/ }).click();
  await page.getByRole("link", { name: "Go to the basket" }).click();
}

export async function pay(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Pay ¢/ }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /^Yes, pay/ })
    .click();
}

export const noAnswer = (page: Page) =>
  page.getByText("No answer yet. It may already be paid").first().waitFor();
