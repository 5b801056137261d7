/** Users who hide their balance show it to nobody: no page has an amount that they own. */
import { expect, test } from "vitest";
import { desk, phone, settled, signedIn } from "./pages.ts";
import { nextPhone, openStage } from "./stage.ts";
import { sees } from "./sees.ts";

const stage = openStage();

/** The balance, and what it would be after a purchase of ¢4.80. */
const amounts = /95\.20|90\.40/;

test.each([
  ["a phone", phone],
  ["a desk", desk],
] as const)("a hidden balance is nowhere on %s, and one tap shows it again", async (_, size) => {
  const { shop } = stage;
  const user = await shop.addUser(`h${nextPhone()}`, nextPhone(), "Customer", 10_000);
  await shop.buy(user);
  const { page } = await stage.pages.open(size);
  await signedIn(page, user);
  const text = async () => {
    await settled(page);
    return page.locator("body").innerText();
  };
  await page.goto("/home");
  await page.getByTestId("balance").getByText("¢95.20").waitFor();
  await page.getByRole("button", { name: "hide" }).click();
  await page.getByTestId("balance").getByText("¢••••").waitFor();
  expect(await text()).not.toMatch(amounts);

  await page.goto("/home/topup");
  await page.getByText("Available balance").getByText("¢••••").waitFor();
  expect(await text()).not.toMatch(amounts);

  await page.goto("/home/buy/MTNup2u?to=0244123456&pkg=mtnup2u-1");
  const dock = page.locator("[data-dock]");
  await dock.getByText("¢••••").waitFor();
  expect(await text()).not.toMatch(amounts);
  await dock.getByRole("button", { name: "Pay ¢4.80" }).click();
  await page.getByRole("alertdialog").getByText("¢••••").waitFor();
  expect(await text()).not.toMatch(amounts);
  await page.getByRole("button", { name: "Cancel" }).click();
  await dock.getByRole("button", { name: "Add to basket" }).click();

  await page.goto("/home/basket");
  await dock.getByText("¢••••").waitFor();
  await dock.getByRole("button", { name: /^Pay ¢4\.80/ }).click();
  await page.getByRole("alertdialog").getByText("¢••••").waitFor();
  expect(await text()).not.toMatch(amounts);

  await page.goto("/home/statement");
  await page.getByText("¢••••").nth(1).waitFor();
  expect(await text()).not.toMatch(amounts);

  await page.goto("/home");
  await page.getByRole("button", { name: "show" }).click();
  await page.getByTestId("balance").getByText("¢95.20").waitFor();
});

test("a purchase that a hidden balance is too low for does not say by how much", async () => {
  const { shop } = stage;
  const user = await shop.addUser(`h${nextPhone()}`, nextPhone(), "Customer", 1520);
  const { page } = await stage.pages.open(phone);
  await signedIn(page, user);
  await page.addInitScript(() => localStorage.setItem("hideBalance", "1"));
  await page.goto("/home/buy/MTNup2u?to=0244123456&pkg=mtnup2u-2");
  const dock = page.locator("[data-dock]");
  await dock.getByText("Not enough in your wallet").waitFor();
  // The balance, and what the purchase of ¢22.50 lacks.
  await sees(page.locator("body"))
    .innerText()
    .not.toMatch(/15\.20|7\.30/);
  await dock.getByRole("link", { name: "Top up" }).click();
  await page.getByRole("link", { name: "Back to your purchase" }).waitFor();
  await sees(page.getByLabel("Amount")).inputValue().toBe("");
  expect(page.url()).not.toContain("amount");
  await page.goBack();
  await dock.getByRole("button", { name: /^Pay/ }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /^Yes, pay/ })
    .click();
  await page.getByText("Insufficient balance. Please top up your wallet.").first().waitFor();
  await page.waitForURL("**/home/topup?**");
  expect(page.url()).not.toContain("amount");

  await page.goto("/home/buy/MTNup2u?to=0244123456&pkg=mtnup2u-2");
  await dock.getByRole("button", { name: "Add to basket" }).click();
  await page.goto("/home/basket");
  await dock.getByText("Not enough in your wallet").waitFor();
  await dock.getByRole("button", { name: /^Pay/ }).click();
  await page.waitForURL("**/home/topup?**");
  expect(page.url()).not.toContain("amount");
});
