/** Buying one bundle: number, warning, price, question, and lost connections. */
import { expect, test } from "vitest";
import { limits } from "#contract/terms/limits.ts";
import { drawn, signedIn } from "./pages.ts";
import { nextPhone, openCustomer, openStage } from "./stage.ts";
import { ordersOf, changeProduct, dearerBy, choose, yes } from "./buying-steps.ts";
import { sees } from "./sees.ts";

const stage = openStage();

test("says how much money is missing, and the top-up returns to this purchase", async () => {
  const user = await stage.shop.addUser(`i${nextPhone()}`, nextPhone(), "Customer", 500);
  const { page } = await stage.pages.open();
  await page.clock.install();
  await signedIn(page, user);
  await page.goto("/home/buy/MTNup2u");
  await choose(page, "0244123456", "5 GB");
  await page.getByText("You need ¢17.50 more").waitFor();
  await page.getByRole("button", { name: /^Pay/ }).click();
  await yes(page).click();
  await page
    .locator("[data-variant=danger]")
    .getByText("Insufficient balance. Please top up your wallet.")
    .waitFor();
  await page.clock.fastForward(limits.topup_redirect_ms);
  await page.waitForURL("**/home/topup?*");
  expect(await ordersOf(user)).toEqual([]);
  await page.getByRole("link", { name: "Back to your purchase" }).click();
  await page.waitForURL("**/home/buy/MTNup2u?*");
  await expect.poll(() => page.getByLabel("Beneficiary number").inputValue()).toBe("024 412 3456");
  await expect.poll(() => page.getByRole("radio", { name: /^5 GB/ }).isChecked()).toBe(true);
});

test("retries a lost answer under the same key and charges once, even after a reload", async () => {
  const { user, page } = await openCustomer(10_000);
  const keys: (string | undefined)[] = [];
  let lose = 2;
  await page.route("**/api/order/create", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    // The server carries out the order, but the answer is lost.
    const response = await route.fetch();
    if (lose-- > 0) return route.abort();
    return route.fulfill({ response });
  });
  // The page would find out by itself meanwhile.
  await page.route("**/api/command/*", (route) => route.abort());
  await page.goto("/home/buy/MTNup2u");
  await choose(page, "0244123456", "1 GB");
  await page.getByRole("button", { name: /^Pay/ }).click();
  await yes(page).click();
  await page.getByText("We do not know yet whether this payment went through.").waitFor();
  await yes(page).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Retry", disabled: false }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: /^Pay ¢/ }).click();
  await yes(page).click();
  await page.getByText("Purchase made successfully").first().waitFor();
  expect(new Set(keys).size).toBe(1);
  expect(keys).toHaveLength(3);
  expect(await ordersOf(user)).toHaveLength(1);
});

test("repeating an order takes three taps: Repeat, Pay, Yes", async () => {
  const user = await stage.shop.addUser(`t${nextPhone()}`, nextPhone(), "Customer", 10_000);
  await stage.shop.buy(user, "mtnup2u-2", "0551234567");
  const { page } = await stage.pages.openAs(user, "/home");
  await page.getByRole("link", { name: "Repeat" }).click();
  await page.getByRole("button", { name: "Pay ¢22.50" }).click();
  await yes(page).click();
  await page.getByText("Purchase made successfully").first().waitFor();
  expect(await ordersOf(user)).toMatchObject([
    { receiver: "0551234567", offer: "5 GB" },
    { receiver: "0551234567", offer: "5 GB" },
  ]);
});

test("charges nothing at a changed price and shows the new one, shows a product's note as a warning, and blocks when out of stock", async () => {
  const { user, page } = await openCustomer(10_000);
  // The page does not get the change, as if it came between the question and the confirmation.
  await page.route("**/api/live/ticket", (route) => route.abort());
  await page.goto("/home/buy/MTNup2u");
  await choose(page, "0244123456", "1 GB");
  await page.getByRole("button", { name: "Pay ¢4.80" }).click();
  await changeProduct("MTNup2u", (product) => ({ ...dearerBy(1)(product), note: "Delivery is slow today." }));
  await yes(page).click();
  await page.getByText("The price has changed").first().waitFor();
  await page.getByText("The price has changed. Nothing was charged.").waitFor();
  expect(await ordersOf(user)).toEqual([]);
  await page.getByRole("button", { name: "Now ¢5.80, pay", disabled: false }).click();
  await page.getByText("Purchase made successfully").first().waitFor();
  expect(await ordersOf(user)).toMatchObject([{ totalAmount: 5.8 }]);
  await page.goto("/home/buy/MTNup2u");
  await page.getByRole("note").getByText("Delivery is slow today.").waitFor();
  await changeProduct("MTNup2u", (product) => ({
    ...dearerBy(-1)(product),
    note: "",
    status: "out of stock",
  }));
  await page.reload();
  await page.getByText("MTNup2u is out of stock").waitFor();
  await sees(page.getByRole("button", { name: /^Pay/ }))
    .isDisabled()
    .toBe(true);
  await changeProduct("MTNup2u", () => ({ status: "available" }));
});

test("a double tap on a button that opens a question neither closes nor confirms it", async () => {
  const { shop } = stage;
  const user = await shop.addUser(`x${nextPhone()}`, nextPhone(), "Customer", 10_000);
  // On a desk the dialog is narrower than the page, so the second tap lands outside it.
  const { page } = await stage.pages.openAs(user, "/home/buy/MTNup2u", { width: 1280, height: 1000 });
  await choose(page, "0244123456", "1 GB");
  const box = await page.getByRole("button", { name: /^Pay/ }).boundingBox();
  if (box === null) throw new Error("nothing to pay with");
  await page.mouse.dblclick(box.x + box.width - 8, box.y + box.height / 2);
  await drawn(page);
  await page.getByRole("alertdialog").waitFor();
  expect(await ordersOf(user)).toEqual([]);
  // A question is answered with its buttons. A tap beside it says nothing.
  await page.mouse.click(5, 5);
  await drawn(page);
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
  expect(await ordersOf(user)).toEqual([]);
});
