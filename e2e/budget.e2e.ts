/**
 * The script size of a page before it can be used. It is limited, because users pay for every kilobyte from a prepaid
 * bundle.
 */
import { nextMidnight_ms } from "#contract/terms/dates.ts";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { scriptBudget } from "#tools/testing/script-budget.ts";
import { type TestUser } from "#tools/testing/test-shop.ts";
import { desk, phone, signedIn } from "./pages.ts";
import { openStage } from "./stage.ts";
import { sees } from "./sees.ts";

const stage = openStage();
let ama: TestUser;

beforeAll(async () => {
  ama = await stage.shop.addUser("ama", "0245550101", "Customer", 100_000);
});

test("the login page needs at most 110 kB of JavaScript", async () => {
  const { page } = await stage.pages.open(phone);
  const scripts = await scriptsOf(page, "/");
  expect(sum(scripts)).toBeLessThanOrEqual(scriptBudget["/"]);
  expect(scripts.size).toBeGreaterThan(0);
});

test("the home page needs at most 150 kB of JavaScript and none of the back office's", async () => {
  const { page } = await stage.pages.open(phone);
  await signedIn(page, ama);
  const scripts = await scriptsOf(page, "/home");
  expect(sum(scripts)).toBeLessThanOrEqual(scriptBudget["/home"]);
  expect([...scripts.keys()].filter((url) => url.includes("admin"))).toEqual([]);
});

test("the office's frame appears before any code, and its page comes in few files", async () => {
  const { page, problems } = await stage.pages.open(phone);
  await signedIn(page, stage.shop.admin);
  const code = Promise.withResolvers<void>();
  await page.route("**/assets/main-*.js", async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.goto("/admin/open", { waitUntil: "commit" });
  await page.locator("#office-shell").waitFor();
  code.resolve();
  await page.getByRole("heading", { name: "Open your shop" }).waitFor();
  await sees(page.locator("#office-shell")).hasCount(0);
  // Without HTTP/2 a browser fetches six at a time, and each turn waits for the line.
  const files = await page.evaluate(
    () => document.querySelectorAll("script[src], link[rel=modulepreload], link[rel=stylesheet]").length,
  );
  expect(files).toBeLessThanOrEqual(30);
  expect(problems).toEqual([]);
});

/** The transferred bytes (brotli) of each script that a page loads until it is idle. */
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

test.each([phone, desk])(
  "the home frame appears before any code and in the page's final position, at $width px",
  async (size) => {
    await stage.shop
      .as(stage.shop.admin)
      .put("/extra/notice", { noticeContent: "Closed on Sunday.\n<b>Orders</b> are delivered on Monday." });
    const { page, problems } = await stage.pages.open(size);
    // In the last five minutes of the day the page shows a banner above itself.
    await page.clock.setFixedTime(nextMidnight_ms(Date.now()) - 12 * 60 * 60_000);
    await signedIn(page, ama);
    const code = Promise.withResolvers<void>();
    await page.route("**/assets/main-*.js", async (route) => {
      await code.promise;
      await route.continue();
    });
    await page.goto("/home", { waitUntil: "commit" });
    const notice = page.getByText("Closed on Sunday.");
    const wallet = page.getByText("Account balance", { exact: true });
    await notice.waitFor();
    // Before the styles are loaded, the browser would report positions without them.
    await page.waitForFunction(
      () => getComputedStyle(document.documentElement).getPropertyValue("--color-background") !== "",
    );
    const before = [await notice.boundingBox(), await wallet.boundingBox()];
    const text = await notice.innerText();
    expect(text).toContain("<b>Orders</b>");
    code.resolve();
    await page.getByTestId("balance").waitFor();
    await sees(page.locator("#home-shell")).hasCount(0);
    await sees(notice).innerText().toBe(text);
    await expect.poll(() => notice.boundingBox()).toEqual(before[0]);
    await expect.poll(async () => (await wallet.boundingBox())?.x).toBe(before[1]?.x);
    expect(problems).toEqual([]);

    // A guest does not see the frame before the login page.
    const guest = await stage.pages.open(size);
    await guest.page.route("**/assets/main-*.js", (route) => route.abort());
    await guest.page.goto("/home");
    await sees(guest.page.getByText("Closed on Sunday.")).isVisible().toBe(false);
  },
);
