/** Everything with the keyboard alone: no clicks, and no field filled by script. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { nextPhone, openStage } from "./stage.ts";
import { openAs, tabTo, typeInto, pressOn } from "./keyboard-steps.ts";

const stage = openStage({ sendPasswordReset: async () => undefined });

/** Confirms the open question. Its button can get the focus only after the delay against double taps. */
async function sayYes(page: Page): Promise<void> {
  const button = page.getByRole("alertdialog").getByRole("button", { name: /^Yes/ });
  await button.and(page.locator(":enabled")).waitFor();
  await pressOn(page, button);
}

test("creates an account", async () => {
  const { page } = await openAs("nobody", "/register");
  const phone = nextPhone();
  await typeInto(page, page.getByLabel("Username"), `kb${phone}`);
  await typeInto(page, page.getByLabel("Phone"), phone);
  await typeInto(page, page.getByLabel("Email"), `kb${phone}@example.com`);
  await typeInto(page, page.getByLabel("Password", { exact: true }), "a long enough one");
  await typeInto(page, page.getByLabel("Confirm password"), "a long enough one");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/home");
  expect((await stage.shop.login(phone, "a long enough one")).username).toBe(`kb${phone}`);
});

test("requests a reset of a forgotten password", async () => {
  const { page, user } = await openAs("nobody", "/");
  await pressOn(page, page.getByRole("button", { name: "Forgot your password?" }));
  await page.getByLabel("Email").waitFor();
  await expect
    .poll(() => page.getByLabel("Email").evaluate((field) => field === document.activeElement))
    .toBe(true);
  await page.keyboard.type(user.email);
  await page.keyboard.press("Enter");
  await page.getByText("Password reset email sent. Please check your inbox.").first().waitFor();
});

test("names a number, adds many numbers to the basket, and reaches Logout", async () => {
  const { page } = await openAs("Customer", "/home/buy/MTNup2u");
  await typeInto(page, page.getByLabel("Beneficiary number"), "0244123456");
  await pressOn(page, page.getByRole("button", { name: "Save 024 412 3456" }));
  await typeInto(page, page.getByLabel("Name"), "Mum");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Mum" }).waitFor();
  await pressOn(page, page.getByRole("button", { name: "Many numbers at once" }));
  await typeInto(page, page.getByLabel("One number per line"), "0244123451 1");
  await pressOn(page, page.getByRole("button", { name: "Add 1 to basket" }));
  await pressOn(page, page.getByRole("link", { name: "Go to the basket" }));
  await page.getByRole("button", { name: "Pay ¢4.80 · 1 order" }).waitFor();
  await pressOn(page, page.getByRole("button", { name: "Cedibook menu" }));
  await page.getByRole("menuitem", { name: "Logout" }).waitFor();
  // The menu's first item has the focus, and End goes to the last one.
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/$/);
  expect(await page.evaluate(() => localStorage.getItem("userInfo"))).toBeNull();
});

test("requests the agent level, and then reads the statement", async () => {
  const { page, user } = await openAs("Customer", "/home");
  await pressOn(page, page.getByRole("button", { name: "Become Agent" }));
  await pressOn(page, page.getByRole("button", { name: "Pay ¢50.00" }));
  const notice = page.getByRole("dialog", { name: "PAYMENT NOTICE" });
  await notice.getByTestId("reference").waitFor();
  await pressOn(page, notice.getByRole("button", { name: "I have paid" }));
  await page.getByText("Recharge request submitted successfully.").waitFor();
  await pressOn(page, page.getByRole("link", { name: "Transactions" }));
  await pressOn(page, page.getByRole("link", { name: "Wallet statement" }));
  await page.getByRole("table", { name: "Wallet statement" }).getByText("Correction").waitFor();
  const { body } = await stage.shop.as(user).get("/recharge");
  expect(body).toMatchObject([{ purpose: "agent-upgrade" }]);
});

test("requests a top-up, and the focus returns to where it was", async () => {
  const { page } = await openAs("Customer", "/home");
  await pressOn(page, page.getByRole("link", { name: "+ Topup" }));
  await page.waitForURL("**/home/topup");
  await typeInto(page, page.getByLabel("Amount"), "60");
  await pressOn(page, page.getByRole("button", { name: "Pay", exact: true }));
  const notice = page.getByRole("dialog", { name: "PAYMENT NOTICE" });
  await notice.getByTestId("reference").waitFor();
  await page.keyboard.press("Escape");
  await notice.waitFor({ state: "detached" });
  // The dialog gives the focus back when it has left the page.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Pay");
  await page.keyboard.press("Enter");
  await notice.getByTestId("reference").waitFor();
  await typeInto(page, notice.getByLabel("MoMo transaction ID"), "MP1234");
  await pressOn(page, notice.getByRole("button", { name: "I have paid" }));
  await page.getByText("Recharge request submitted successfully.").waitFor();
});

test("fills a basket and pays for it", async () => {
  const { page, user } = await openAs("Customer", "/home/buy/MTNup2u");
  for (const number of ["0244123451", "0244123452"]) {
    await typeInto(page, page.getByLabel("Beneficiary number"), number);
    const first = page.getByRole("radio").first();
    if (await first.isChecked()) await tabTo(page, first);
    else await pressOn(page, first, "Space");
    await pressOn(page, page.getByRole("button", { name: "Add to basket" }));
    await page.getByText("1 GB is in your basket").waitFor();
  }
  await pressOn(page, page.getByRole("link", { name: "Basket, 2" }));
  await pressOn(page, page.getByRole("button", { name: "Pay ¢9.60 · 2 orders" }));
  await sayYes(page);
  await page.getByText("2 ordered").waitFor();
  const { body } = await stage.shop.as(user).get<unknown[]>("/order/allorders");
  expect(body).toHaveLength(2);
});

test("searches, filters and pages transactions, and opens and closes a receipt", async () => {
  const { page } = await openAs("Customer", "/home/my-transactions", 12);
  await page.getByText("Showing 10 of 12 entries").waitFor();
  await typeInto(page, page.getByRole("searchbox"), "5 gb");
  await page.getByText("Showing 1 of 1 entries").waitFor();
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  await page.getByText("Showing 10 of 12 entries").waitFor();
  const statuses = page.getByRole("group", { name: "Status" });
  await pressOn(page, statuses.getByRole("button", { name: "Rejected" }));
  await page.getByText("No records found").waitFor();
  await pressOn(page, statuses.getByRole("button", { name: "All" }));
  await pressOn(page, page.getByLabel("Per page"), "ArrowUp");
  await page.getByText("Showing 5 of 12 entries").waitFor();
  await pressOn(page, page.getByRole("button", { name: "Next page" }));
  await page.waitForURL("**page=2*");
  const row = page.getByRole("button", { name: /^Receipt of order/ }).first();
  await pressOn(page, row);
  await page.getByRole("dialog").getByRole("list", { name: "What happened" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(() => row.evaluate((element) => element === document.activeElement)).toBe(true);
});

test("changes the profile", async () => {
  const { page, user } = await openAs("Customer", "/home/user-details");
  await typeInto(page, page.getByLabel("First name"), "Efua");
  await pressOn(page, page.getByRole("button", { name: "Update Profile" }));
  await page.getByText("Profile updated successfully").waitFor();
  expect((await stage.shop.login(user.phone, user.password)).firstName).toBe("Efua");
});

test("fills in an AFA form and pays for it", async () => {
  const { page, user } = await openAs("Customer", "/home/buy/AFA");
  await typeInto(page, page.getByLabel("Beneficiary number"), "0244123456");
  const form = page.getByRole("group", { name: "AFA registration" });
  await typeInto(page, form.getByLabel("Full name"), "Ama Mensah");
  await typeInto(page, form.getByLabel("Phone"), "0244123456");
  await typeInto(page, form.getByLabel("Ghana Card number"), "GHA-123456789-0");
  await typeInto(page, form.getByLabel("Date of birth"), "17/05/1990");
  await typeInto(page, form.getByLabel("Location"), "Kumasi");
  await pressOn(page, page.getByRole("button", { name: /^Pay ¢/ }));
  await sayYes(page);
  await page.getByText("Purchase made successfully").first().waitFor();
  const { body } = await stage.shop.as(user).get("/order/allorders");
  expect(body).toMatchObject([{ receiver: "0244123456", items: { name: "Ama Mensah", dob: "1990-05-17" } }]);
});
