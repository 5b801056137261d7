import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "#tools/testing/browser.ts";
import { TestShop } from "#tools/testing/test-shop.ts";

let shop: TestShop;
let browser: Browser;
const contexts: BrowserContext[] = [];
const webRoot = join(import.meta.dirname, "../dist/web");

beforeAll(async () => {
  [shop, browser] = await Promise.all([TestShop.open({ webRoot }), launchBrowser()]);
  await shop.command("change_payment_details", shop.admin._id, {
    momo_phone_number: "0240000009",
    momo_account_name: "Ama's Data Shop",
  });
});
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});
afterAll(async () => {
  await browser.close();
  await shop.close();
});

const phone = { width: 360, height: 760 };
const desk = { width: 1280, height: 800 };

/** A page of its own browser profile; anything it throws or the policy blocks fails the test that looks. */
async function openPage(viewport = phone): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({ viewport, baseURL: shop.server.url });
  contexts.push(context);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  return { page, problems };
}

async function signIn(page: Page, user: { phone: string; password: string }): Promise<void> {
  await page.goto("/");
  await page.getByLabel("Phone").fill(user.phone);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.waitForURL("**/home");
}

const balance = (page: Page) => page.getByTestId("balance").first();

test("from registration to a refund, in two browsers, without a reload", async () => {
  const customer = await openPage();
  const admin = await openPage(desk);
  const { page } = customer;

  await page.goto("/register");
  await page.getByLabel("Username").fill("Ama");
  await page.getByLabel("Phone").fill("024 555 0101");
  await page.getByLabel("Email").fill("ama@example.com");
  await page.getByLabel("Password", { exact: true }).fill("correct horse");
  await page.getByLabel("Confirm password").fill("correct horse");
  await page.getByRole("button", { name: "Register" }).click();
  await page.waitForURL("**/home");
  await text(balance(page)).toBe("¢0.00");

  await page.getByRole("link", { name: "+ Topup" }).click();
  await page.getByLabel("Amount").fill("100");
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  const notice = page.getByRole("dialog", { name: "PAYMENT NOTICE" });
  const reference = await notice.getByText(/^T-\d+$/).innerText();
  await notice.getByText("Ama's Data Shop").waitFor();
  await notice.getByRole("button", { name: "I have paid" }).click();
  await page.getByText(`Your reference ID is ${reference}`).waitFor();
  await page.getByText(reference).first().waitFor();

  await signIn(admin.page, shop.admin);
  await admin.page.goto("/admin/finance");
  const request = admin.page.getByRole("row").filter({ hasText: reference });
  await request.getByRole("button", { name: "Approve" }).click();
  await admin.page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await admin.page.getByText("Recharge request approved").waitFor();
  const approved_ms = Date.now();
  await page.getByText("¢100.00").first().waitFor({ timeout: 1000 });
  expect(Date.now() - approved_ms).toBeLessThan(1000);

  await buy(page, "5 GB");
  await text(balance(page)).toBe("¢77.50");
  await admin.page.goto("/admin/orders");
  await work(admin.page, "Process");
  await admin.page.getByRole("link", { name: /Processing/ }).or(admin.page.getByRole("button", { name: /Processing/ })).first().click();
  await work(admin.page, "Complete");
  await page.goto("/home/my-transactions");
  await page.getByText("completed").first().waitFor();

  await buy(page, "1 GB");
  await admin.page.goto("/admin/orders");
  await work(admin.page, "Reject");
  await page.goto("/home");
  await text(balance(page)).toBe("¢77.50");
  const { wallets, houses } = await shop.books();
  expect(wallets + houses).toBe(0);
  expect([...customer.problems, ...admin.problems]).toEqual([]);
});

test("a Pay that is clicked twice, and a second tab, charge once each", async () => {
  const user = await shop.addUser("kofi", "0205550102", "Customer", 10_000);
  const { page, problems } = await openPage();
  await signIn(page, user);
  await page.goto("/home/buy/MTNup2u");
  await choose(page, "1 GB");
  await page.getByRole("button", { name: /^Pay/ }).click();
  const confirm = page.getByRole("dialog").getByRole("button", { name: /Pay|Yes|OK/ }).first();
  await confirm.dblclick();
  await page.getByText("Purchase made successfully").first().waitFor();
  await shop.writer.submit;
  const { rows } = await shop.pool.query<{ count: number }>(
    `select count(*) from ledger."order" where user_id = $1`,
    [user._id],
  );
  expect(rows[0]?.count).toBe(1);
  expect(problems).toEqual([]);
});

async function choose(page: Page, offer: string): Promise<void> {
  await page.getByLabel("Beneficiary number").fill("0244123456");
  await page.getByText(offer, { exact: true }).first().click();
}

async function buy(page: Page, offer: string): Promise<void> {
  await page.goto("/home/buy/MTNup2u");
  await choose(page, offer);
  await page.getByRole("button", { name: /^Pay/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: /Pay|Yes|OK/ }).first().click();
  await page.getByText("Purchase made successfully").first().waitFor();
}

async function work(page: Page, act: "Process" | "Complete" | "Reject"): Promise<void> {
  await page.getByRole("button", { name: act }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: act }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

function text(locator: ReturnType<typeof balance>) {
  return expect.poll(() => locator.innerText(), { timeout: 5000, interval: 20 });
}
