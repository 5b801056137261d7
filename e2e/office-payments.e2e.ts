/** What the office does about rails: transfers, balances of statements, and a payment that tests the setup. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { usualPaymentLimits } from "#api/payments/settings.ts";
import { type PaystackDouble, startPaystackDouble } from "#tools/doubles/paystack/double.ts";
import { ownPort } from "#tools/testing/own-port.ts";
import type { TestShopOptions } from "#tools/testing/test-shop.ts";
import { pocket } from "./office.ts";
import { signedIn } from "./pages.ts";
import { openStage } from "./stage.ts";

const key = "sk_test_of_these_tests";
const options: TestShopOptions = {};
let paystack: PaystackDouble;

beforeAll(async () => {
  const port = await ownPort();
  const webhookUrl = `http://localhost:${port}/api/payment/paystack`;
  paystack = await startPaystackDouble({ seed: 5, secretKey: key, webhookUrl });
  const settings = { key, url: paystack.url, answer_ms: 2000 };
  Object.assign(options, { port, payments: { paystack: settings, limits: usualPaymentLimits } });
});
const stage = openStage(options);
afterAll(() => paystack.close());

async function openPayments() {
  const { page, problems } = await stage.pages.open(pocket);
  await signedIn(page, stage.shop.admin);
  await page.goto("/admin/payments");
  return { page, problems };
}

async function receive(rail: "momo" | "paystack", amount: number): Promise<void> {
  const payment = randomUUID();
  const about = { payment, rail, transaction: payment, amount, fee: null };
  await stage.shop.command("receive_payment", "system", about);
}

test("an admin books what was taken out of a rail, and its light is green again", async () => {
  await receive("paystack", 60_00);
  const { page, problems } = await openPayments();
  const light = page.getByRole("region", { name: "Paystack" });
  await light.getByText("The rail says ¢0.00: ¢60.00 less").waitFor();
  await light.getByRole("button", { name: "Book a transfer" }).click();
  const dialog = page.getByRole("dialog", { name: "Book a transfer: Paystack" });
  await dialog.getByText("In the books ¢60.00 → ¢0.00").waitFor();
  await dialog.getByLabel("Direction").selectOption("in");
  await dialog.getByText("In the books ¢60.00 → ¢120.00").waitFor();
  await dialog.getByLabel("Direction").selectOption("out");
  await dialog.getByRole("button", { name: "Book it" }).click();
  await dialog.getByText("Please enter the reason").waitFor();
  await dialog.getByLabel("Reason").fill("paid to the bank");
  await dialog.getByLabel("Amount").fill("0");
  await dialog.getByRole("button", { name: "Book it" }).click();
  await dialog.getByText("Please enter a valid amount").waitFor();
  await dialog.getByLabel("Amount").fill("60");
  await page.keyboard.press("Enter");
  await page.getByText("Booked", { exact: true }).waitFor();
  await dialog.waitFor({ state: "hidden" });
  await light.getByText("the rail says the same").waitFor();
  const { rows } = await stage.shop.pool.query(
    "select amount, data ->> 'reason' as reason from ledger.event where type = 'rail_transferred'",
  );
  expect(rows).toEqual([{ amount: 60_00, reason: "paid to the bank" }]);
  expect(problems).toEqual([]);
});
