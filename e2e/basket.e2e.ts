/** Several bundles with one question. Each becomes its own order. */
import { expect, test } from "vitest";
import type { TestUser } from "#tools/testing/test-shop.ts";
import { signedIn } from "./pages.ts";
import { nextPhone, openCustomer, openStage } from "./stage.ts";
import { ordersOf, addMany, pay, noAnswer } from "./basket-steps.ts";

const stage = openStage();

test("pays for one added and many pasted bundles with one total and one question", async () => {
  const { user, page, problems } = await openCustomer(10_000, "/home/buy/MTNup2u");
  await page.getByLabel("Beneficiary number").fill("0244123456");
  await page.getByRole("radio", { name: /^1 GB/ }).check();
  await page.getByRole("button", { name: "Add to basket" }).click();
  await page.getByRole("button", { name: "Many numbers at once" }).click();
  await page
    .getByLabel("One number per line")
    .fill("055 123 4567, 5 GB\n12345\n0201234567 9GB\n+233 24 412 3457\n0244123456");
  await page.getByText("2 with a problem").waitFor();
  await page.getByText("Not a 10-digit phone number").waitFor();
  await page.getByText("There is no package '9GB'").waitFor();
  await page.getByRole("button", { name: "Add 3 to basket · ¢32.10" }).click();
  await page.getByRole("link", { name: "Go to the basket" }).click();
  await page.getByRole("button", { name: "Remove 1 GB for 0244123456" }).first().click();
  await page.getByRole("button", { name: "Pay ¢32.10 · 3 orders" }).click();
  await page.getByRole("alertdialog", { name: "Are you sure you want to make payment?" }).waitFor();
  await page.getByRole("alertdialog").getByRole("button", { name: "Yes, pay ¢32.10" }).click();
  await page.getByText("Purchase made successfully").first().waitFor();
  await expect.poll(() => page.getByText(/^Ordered · \d{8}$/).count()).toBe(3);
  expect(await ordersOf(user)).toEqual(["0244123456 1 GB", "0244123457 1 GB", "0551234567 5 GB"]);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("cartItems"))).toBeNull();
  expect(problems).toEqual([]);
});

test("keeps a refused item with its reason and charges nothing for it", async () => {
  const { user, page } = await openCustomer(3000);
  await addMany(page, "0244123456 1\n0244123457 1\n0244123458 1");
  // Another device has spent the money, and this page does not know yet.
  await page.route("**/api/order/bulk", async (route) => {
    await spend(user);
    await route.continue();
  });
  await pay(page);
  await page.getByText("2 of 3 orders were made").waitFor();
  await page
    .getByText("Insufficient balance. Please top up your wallet. Nothing was charged")
    .first()
    .waitFor();
  const { wallets, houses } = await stage.shop.books();
  expect(wallets + houses).toBe(0);
});

test("finds out by itself what an interrupted payment bought, after a reload and without charging twice", async () => {
  const { user, page } = await openCustomer(60_000);
  const lines = Array.from({ length: 110 }, (__, at) => `0244123${110 + at} 1`);
  await addMany(page, lines.join("\n"));
  // The first call has its answer. The second one is carried out, but its answers get lost.
  let calls = 0;
  let isLost = true;
  await page.context().route(/\/api\/(order\/bulk|command\/.*)$/, async (route) => {
    const isBulk = route.request().url().endsWith("bulk");
    calls += isBulk ? 1 : 0;
    if (!isLost || (isBulk && calls === 1)) return route.continue();
    if (isBulk && calls === 2) await route.fetch();
    return route.abort();
  });
  await page.getByRole("button", { name: "Pay ¢528.00 · 110 orders" }).click();
  await page.getByRole("button", { name: "Yes, pay ¢528.00" }).click();
  await noAnswer(page);
  await page.getByRole("button", { name: "Pay ¢48.00 · 10 orders", disabled: false }).waitFor();
  await page.reload();
  await noAnswer(page);
  isLost = false;
  await page.getByText("Your basket is empty").waitFor();
  expect(await ordersOf(user)).toEqual(lines.map((line) => `${line} GB`));
});

test("a purchase that never reached the shop is given up after two minutes, and can be paid again", async () => {
  const user = await stage.shop.addUser(`n${nextPhone()}`, nextPhone(), "Customer", 10_000);
  const { page } = await stage.pages.open();
  await page.clock.install();
  await signedIn(page, user);
  await addMany(page, "0244123456 1");
  await page.route("**/api/order/bulk", (route) => route.abort());
  await pay(page);
  await noAnswer(page);
  await page.unroute("**/api/order/bulk");
  const asked = page.waitForResponse("**/api/command/*");
  await page.clock.fastForward(10_000);
  expect((await asked).status()).toBe(404);
  await noAnswer(page);
  await page.clock.fastForward(2 * 60_000);
  await page.getByText("1 GB for 024 412 3456 was not bought").waitFor();
  await page.getByRole("button", { name: "Remove 1 GB for 0244123456" }).waitFor();
  await pay(page);
  await page.getByText("1 ordered").waitFor();
  expect(await ordersOf(user)).toEqual(["0244123456 1 GB"]);
});

/** Takes nearly everything out of the wallet. */
async function spend(user: TestUser): Promise<void> {
  await stage.shop.command("correct_balance", "system", {
    user: user._id,
    amount: -2000,
    reason: "spent elsewhere",
    corrects: null,
  });
}
