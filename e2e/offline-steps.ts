/** What offline.e2e.ts and offline.all.e2e.ts do on these pages. */
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Waits until the page has been used once and everything it needs offline is cached. */
export async function settled(page: Page): Promise<void> {
  await page.goto("/home/my-transactions");
  await page.locator("[data-order]").first().waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.goto("/home");
  await page.getByTestId("balance").waitFor();
  await page.getByRole("navigation", { name: "Networks" }).locator("a[href$='MTNup2u']").waitFor();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("orderHistory") ?? ""))
    .toContain("receiver");
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const requests = await (await caches.open("public-lists")).keys();
        return requests.map(({ url }) => new URL(url).pathname);
      }),
    )
    .toContain("/api/product");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("CurrUser") ?? "")).toContain("balance");
}
