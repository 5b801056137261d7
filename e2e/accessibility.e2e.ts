import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "#tools/testing/browser.ts";
import { TestShop, type TestUser } from "#tools/testing/test-shop.ts";
import { desk, Pages, phone, signIn, webRoot } from "./pages.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let shop: TestShop;
let browser: Browser;
let pages: Pages;
let ama: TestUser;

beforeAll(async () => {
  [shop, browser] = await Promise.all([TestShop.open({ webRoot }), launchBrowser()]);
  pages = new Pages(browser, shop.server.url);
  ama = await shop.addUser("ama", "0245550101", "Customer", 100_000);
  const order = { packageId: "mtnup2u-1", receiver: "0244123456" };
  for (let n = 0; n < 3; n++) await shop.call("POST", "/order/create", order, { token: ama.token });
  await shop.call("POST", "/recharge", { amount: 50, purpose: "agent-upgrade" }, { token: ama.token });
});
afterEach(() => pages.close());
afterAll(async () => {
  await browser.close();
  await shop.close();
});

const customerPaths = [
  "/home",
  "/home/buy/MTNup2u",
  "/home/buy/AFA",
  "/home/topup",
  "/home/my-transactions",
  "/home/user-details",
];
const adminPaths = ["/admin", "/admin/orders", "/admin/finance"];

test.each(["light", "dark"] as const)(
  "no screen has an accessibility violation, %s",
  async (colorScheme) => {
    const found: string[] = [];
    const look = async (page: Page, path: string) => {
      await page.goto(path);
      await page.getByRole("heading").first().waitFor();
      await page.waitForLoadState("networkidle");
      found.push(...(await violations(page)).map((violation) => `${path}: ${violation}`));
    };
    const guest = await pages.open(phone, { colorScheme });
    for (const path of ["/", "/register", "/api/docs"]) await look(guest.page, path);
    await signIn(guest.page, ama);
    for (const path of customerPaths) await look(guest.page, path);
    const admin = await pages.open(desk, { colorScheme });
    await signIn(admin.page, shop.admin);
    for (const path of adminPaths) await look(admin.page, path);
    expect(found).toEqual([]);
  },
  120_000,
);

test("no screen scrolls sideways at 320 px", async () => {
  const wide: string[] = [];
  const { page } = await pages.open({ width: 320, height: 640 });
  await signIn(page, ama);
  for (const path of customerPaths) {
    await page.goto(path);
    await page.getByRole("heading").first().waitFor();
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (over > 0) wide.push(`${path} by ${over} px`);
  }
  expect(wide).toEqual([]);
});

test("a purchase is made with the keyboard alone", async () => {
  const { page } = await pages.open(desk);
  await page.goto("/");
  await page.getByLabel("Phone").focus();
  await page.keyboard.type(ama.phone);
  await page.keyboard.press("Tab");
  await page.keyboard.type(ama.password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/home");
  await page.goto("/home/buy/MTNup2u");
  await page.getByLabel("Beneficiary number").focus();
  await page.keyboard.type("0244123456");
  await tabTo(page, "INPUT[type=radio]");
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await tabTo(page, "BUTTON", /^Pay ¢/);
  await page.keyboard.press("Enter");
  await page.getByRole("alertdialog").waitFor();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /^Yes, pay/, disabled: false })
    .waitFor();
  await tabTo(page, "BUTTON", /^Yes, pay/);
  await page.keyboard.press("Enter");
  await page.getByText("Purchase made successfully").first().waitFor();
  expect(new URL(page.url()).pathname).toBe("/home/my-transactions");
});

/** Presses Tab until the focus is on what matches; fails where it never gets there. */
async function tabTo(page: Page, selector: string, name = /(?:)/): Promise<void> {
  for (let n = 0; n < 60; n++) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate((wanted) => {
      const element = document.activeElement;
      return element?.matches(wanted) ? (element.textContent ?? "") : null;
    }, selector.toLowerCase());
    if (focused !== null && name.test(focused.trim())) return;
  }
  throw new Error(`the keyboard does not reach ${selector} ${String(name)}`);
}

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const results = await page.evaluate(() =>
    (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return results.violations.map(
    ({ id, nodes }) => `${id} ${nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`,
  );
}
