/** Top-ups paid by a prompt on the phone, and what the office sees of them. */
import { describe, expect, test } from "vitest";
import { desk } from "./pages.ts";
import { minute_ms, small } from "./paystack-stage.ts";
import { nextPhone } from "./stage.ts";
import { ask, openPrompts } from "./payments-steps.ts";

const { stage, paystack, prompted } = openPrompts();

describe.each([
  ["a phone", small],
  ["a desk", desk],
])("on %s", (_, size) => {
  test("an admin sees what a rail holds, and credits a payment that was not what was asked for", async () => {
    const { user, dialog } = await prompted({ pays: "less, requested less" }, size);
    await dialog.getByText("Approve it on your phone").waitFor();
    await paystack.clock.advance(3 * minute_ms);
    await dialog.getByText("The shop is checking your payment").waitFor();
    const { page, problems } = await stage.pages.openAs(stage.shop.admin, "/admin/payments", size);
    await page.getByRole("region", { name: "Paystack" }).getByText("the rail says the same").waitFor();
    await page.getByRole("button", { name: "Match", exact: true }).first().click();
    const match = page.getByRole("dialog", { name: "Whose payment is this?" });
    await match.getByRole("button", { name: "Credit ¢40.00" }).click();
    await match.getByText("Please choose a user").waitFor();
    await match.getByRole("combobox", { name: "User" }).fill(user.username);
    await page.getByRole("option", { name: new RegExp(user.username) }).click();
    await match.getByText("Balance ¢0.00 → ¢40.00").waitFor();
    await match.getByRole("button", { name: "Credit ¢40.00" }).click();
    await page.getByText("Matched, and the wallet is credited").waitFor();
    await page.getByText("Every payment is matched").waitFor();
    await page.getByRole("button", { name: "All", exact: true }).click();
    await page.getByText(user.username).first().waitFor();
    expect(problems).toEqual([]);
  });
});

test("a payment that is declined on the phone changes nothing, and says so", async () => {
  const { dialog, problems } = await prompted({ customer: "declines" });
  await dialog.getByText("Approve it on your phone").waitFor();
  await paystack.clock.advance(3 * minute_ms);
  // Paystack does not report what failed: the shop asks, here at once.
  await ask();
  await dialog.getByText("The payment was not made").waitFor();
  await dialog.getByText("Your balance is unchanged.").waitFor();
  expect(problems).toEqual([]);
});

test("a prompt that expires is declined, and the customer reads it in plain words", async () => {
  const { page, dialog, problems } = await prompted({ customer: "waits" });
  await dialog.getByText("Approve it on your phone").waitFor();
  await paystack.clock.advance(20 * minute_ms);
  await ask("20 minutes");
  await dialog.getByText("The payment was not made").waitFor();
  await dialog.getByText("Close", { exact: true }).click();
  await page.getByTestId("topup-card").filter({ hasText: "¢60.00 was declined" }).waitFor();
  const history = page.getByRole("region", { name: "Funding History" });
  await history.getByText("declined").waitFor();
  await history.getByText("The payment was not made").waitFor();
  expect(problems).toEqual([]);
});

test("a customer whose prompt failed pays on Paystack's page instead", async () => {
  const { page, dialog, problems } = await prompted({ customer: "lacks funds" });
  await dialog.getByText("do not approve it as well").waitFor();
  await paystack.clock.advance(3 * minute_ms);
  await ask();
  await dialog.getByText("The payment was not made").waitFor();
  await dialog.getByRole("button", { name: "Pay on Paystack's page" }).click();
  await page.getByRole("button", { name: "Pay with play money" }).click();
  await page.waitForURL(/\/home\/topup/);
  await paystack.clock.advance(minute_ms);
  await page.getByText("Available balance ¢60.00").waitFor();
  expect(problems).toEqual([]);
});

test("paying by hand stays possible", async () => {
  const user = await stage.shop.addUser("byhand", nextPhone());
  const { page, problems } = await stage.pages.openAs(user, "/home/topup", small);
  await page.getByLabel("Amount").fill("60");
  await page.getByRole("button", { name: "Pay by hand" }).click();
  await page.getByRole("dialog", { name: "PAYMENT NOTICE" }).waitFor();
  expect(problems).toEqual([]);
});
