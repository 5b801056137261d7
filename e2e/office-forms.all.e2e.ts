/** What all forms and questions of the back office have in common. */
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { openOffice, pocket } from "./office.ts";

const { stage, newUser, open } = openOffice();

async function isWrongAndFocused(field: Locator): Promise<boolean> {
  const isFocused = await field.evaluate((element) => element === document.activeElement);
  return isFocused && (await field.getAttribute("aria-invalid")) === "true";
}

/** The next call is carried out, but its answer is lost. */
async function loseAnswer(page: Page, address: string): Promise<void> {
  await page.route(
    address,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
}

test("a form that refuses leads to its first wrong field and says what is wrong", async () => {
  const { page, problems } = await open("/admin/extras", pocket);
  const support = page.getByRole("region", { name: "Support links" });
  await support.getByRole("button", { name: "Save" }).click();
  await page.getByText("There is nothing to save: nothing was changed.").waitFor();
  await support.getByLabel("Chat with the shop").fill("chat.example.com");
  await support.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => isWrongAndFocused(support.getByLabel("Chat with the shop"))).toBe(true);
  await support.getByText("Please enter a link that begins with https://").waitFor();

  await page.goto("/admin/products?network=MTNup2u");
  const row = page.getByRole("group", { name: "Package 2" });
  await row.getByLabel("Agent (¢)").fill("cheap");
  await page.getByRole("button", { name: "Save product" }).click();
  await expect.poll(() => isWrongAndFocused(row.getByLabel("Agent (¢)"))).toBe(true);
  await row.getByText("Price must be a number").waitFor();

  await page.goto("/admin/messages?tab=settings");
  const order = page.getByRole("button", { name: /^Data order/ });
  await order.click();
  await page.getByLabel("Text").fill("{nobody} has ordered");
  await order.click();
  await page.getByRole("button", { name: "Save message settings" }).click();
  await expect.poll(() => isWrongAndFocused(page.getByLabel("Text"))).toBe(true);

  const user = await newUser();
  await page.goto(`/admin/users/${user._id}`);
  const update = page.getByRole("region", { name: "Credit or debit" });
  await update.getByLabel("Amount").fill("0");
  await update.getByRole("button", { name: "Update wallet" }).click();
  await expect.poll(() => isWrongAndFocused(update.getByLabel("Amount"))).toBe(true);
  await update.getByText("Please give a reason. It stays in the log permanently.").waitFor();
  expect(problems).toEqual([]);
});

test("the server's words about a field are shown at that field", async () => {
  const { page } = await open("/admin/extras");
  const payment = page.getByRole("region", { name: "Payment details" });
  const words = "This account name is not allowed";
  const answer = {
    message: words,
    code: "input_invalid",
    requestId: "r",
    fields: { momoAccountName: words },
  };
  await page.route("**/api/extra/momo-details", (route) => route.fulfill({ status: 400, json: answer }));
  await payment.getByLabel("Account name").fill("Someone Else");
  await payment.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Yes, change" }).click();
  await expect.poll(() => isWrongAndFocused(payment.getByLabel("Account name"))).toBe(true);
  await payment.getByText(words, { exact: true }).waitFor();
});

test("a command that is repeated after a lost answer is carried out once and succeeds", async () => {
  const { page } = await open("/admin/products?network=MTNup2u");
  await page.getByLabel("Status").selectOption("out of stock");
  const dialog = page.getByRole("alertdialog");
  await loseAnswer(page, "**/api/product/*/status");
  await dialog.getByRole("button", { name: "Yes, mark it" }).click();
  await dialog.getByText("No connection. Please check your network.").waitFor();
  // As another command it would be refused, because the status is no longer the one that the admin saw.
  await dialog.getByRole("button", { name: "Yes, mark it" }).click();
  await page.getByText("Product updated successfully").first().waitFor();

  const user = await newUser();
  await page.goto(`/admin/users/${user._id}`);
  await page.getByRole("button", { name: `Delete ${user.username}` }).click();
  await loseAnswer(page, "**/api/user/delete/*");
  await dialog.getByRole("button", { name: "Yes, delete" }).click();
  await dialog.getByText("No connection. Please check your network.").waitFor();
  await dialog.getByRole("button", { name: "Yes, delete" }).click();
  await page.getByText("User deleted successfully").first().waitFor();
  const { rows } = await stage.shop.pool.query<{ count: number }>(
    "select count(*)::int as count from ledger.event where type = 'user_deleted'",
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test("a change that was saved without an answer is not taken for somebody else's", async () => {
  const { page } = await open("/admin/extras");
  const notice = page.getByRole("region", { name: "Notice", exact: true });
  await notice.getByLabel("Notice text").fill("Open on Sunday");
  await loseAnswer(page, "**/api/extra/notice");
  await notice.getByRole("button", { name: "Save" }).click();
  await notice.getByText("Last changed by admin").waitFor();
  await expect.poll(() => notice.getByRole("alert").count()).toBe(0);
  await notice.getByRole("button", { name: "Save" }).click();
  await page.getByText("There is nothing to save: nothing was changed.").waitFor();
});
