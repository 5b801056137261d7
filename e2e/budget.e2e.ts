/** What a page costs before it can be used: held, because every kilobyte is paid for from a prepaid bundle. */
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "#tools/testing/browser.ts";
import { TestShop, type TestUser } from "#tools/testing/test-shop.ts";
import { Pages, phone, signedIn, webRoot } from "./pages.ts";

let shop: TestShop;
let browser: Browser;
let pages: Pages;
let ama: TestUser;

beforeAll(async () => {
  [shop, browser] = await Promise.all([TestShop.open({ webRoot }), launchBrowser()]);
  pages = new Pages(browser, shop.server.url);
  ama = await shop.addUser("ama", "0245550101", "Customer", 100_000);
});
afterEach(() => pages.close());
afterAll(async () => {
  await browser.close();
  await shop.close();
});

test("the login page needs at most 110 kB of JavaScript", async () => {
  const { page } = await pages.open(phone, { serviceWorkers: "block" });
  const scripts = await scriptsOf(page, "/");
  expect(sum(scripts)).toBeLessThanOrEqual(110_000);
  expect(scripts.size).toBeGreaterThan(0);
});

test("the home page needs at most 130 kB, and nothing of the admin's", async () => {
  const { page } = await pages.open(phone, { serviceWorkers: "block" });
  await signedIn(page, ama);
  const scripts = await scriptsOf(page, "/home");
  expect(sum(scripts)).toBeLessThanOrEqual(130_000);
  expect([...scripts.keys()].filter((url) => url.includes("admin"))).toEqual([]);
});

/** Bytes on the line (brotli) of each script that a page asks for until it is quiet. */
async function scriptsOf(page: Page, path: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const reads: Promise<void>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() !== "script") return;
    reads.push(
      request.sizes().then(({ responseBodySize }) => void sizes.set(request.url(), responseBodySize)),
    );
  });
  await page.goto(path);
  await page.getByRole("heading").first().waitFor();
  await page.waitForLoadState("networkidle");
  await Promise.all(reads);
  return sizes;
}

function sum(sizes: Map<string, number>): number {
  return [...sizes.values()].reduce((total, size) => total + size, 0);
}
