/** Customers whose numbers cannot be prompted pay on Paystack's own page. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestGateway, type TestGateway } from "#tools/testing/test-gateway.ts";
import type { TestShopOptions } from "#tools/testing/test-shop.ts";
import { minute_ms, openPaystackStage, small } from "./paystack-stage.ts";
import { nextPhone } from "./stage.ts";
import { sees } from "./sees.ts";

const options: TestShopOptions = {};
let gateway: TestGateway;

// A shop that can send codes wants the number proved.
beforeAll(async () => {
  gateway = await startTestGateway();
  options.messages = { sms: gateway.config };
});
const stage = openPaystackStage(4, options);
const { paystack } = stage;
afterAll(() => gateway.stop());

const requests = () => paystack.journal.requests.filter(({ method }) => method === "POST").length;

/** A customer at the dialog. */
async function atDialog(phone: string) {
  const user = await stage.shop.addUser(`h${phone}`, phone);
  const { page, problems } = await stage.pages.openAs(user, "/home/topup", small);
  await page.getByLabel("Amount").fill("60");
  await page.getByRole("button", { name: "Pay on my phone" }).click();
  const dialog = page.getByRole("dialog", { name: "Pay on your phone" });
  return { page, dialog, problems };
}

test("a customer of no known network reads why no prompt can be sent, and pays on Paystack's page", async () => {
  const before = requests();
  const { page, dialog, problems } = await atDialog("0301234567");
  await dialog.getByText("No prompt can be sent to this number: its network is not known.").waitFor();
  await sees(dialog.getByRole("button", { name: "Send the prompt" })).hasCount(0);
  expect(requests()).toBe(before);
  await dialog.getByRole("button", { name: "Open Paystack's page" }).click();
  await page.getByText("This is play money.").waitFor();
  // On a slow machine the shop would ask by itself before the customer is back.
  await stage.shop.pool.query("update shop.charge set next_check_at = now() + interval '1 hour'");
  await page.getByRole("button", { name: "Pay with play money" }).click();
  // The customer is back before the payment is known.
  await page.waitForURL(/\/home\/topup/);
  await page.getByTestId("topup-card").filter({ hasText: "¢60.00 is waiting" }).waitFor();
  await page.getByText("Available balance ¢0.00").waitFor();
  await paystack.clock.advance(minute_ms);
  await page.getByTestId("topup-card").filter({ hasText: "¢60.00 is in your wallet" }).waitFor();
  await page.getByText("Available balance ¢60.00").waitFor();
  expect(problems).toEqual([]);
});

test("a customer whose number is not proved can prove it, or cancels Paystack's page and owes nothing", async () => {
  const before = requests();
  const { page, dialog, problems } = await atDialog(nextPhone());
  const proof = dialog.getByRole("link", { name: "prove that it is yours" });
  await sees(proof).getAttribute("href").toBe("/home/user-details");
  expect(requests()).toBe(before);
  await dialog.getByRole("button", { name: "Open Paystack's page" }).click();
  await page.getByText("This is play money.").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.waitForURL(/\/home\/topup/);
  await page.getByTestId("topup-card").filter({ hasText: "¢60.00 is waiting" }).waitFor();
  await stage.shop.pool.query(
    "update shop.charge set next_check_at = now(), created_at = created_at - interval '20 minutes' where state = 'waiting'",
  );
  await page.getByTestId("topup-card").filter({ hasText: "was declined" }).waitFor();
  await page.getByText("Available balance ¢0.00").waitFor();
  expect(problems).toEqual([]);
});

test("a customer stays at the shop if Paystack's answer is lost or is no address of Paystack", async () => {
  const { page, dialog, problems } = await atDialog(nextPhone());
  paystack.forceRequest("/transaction/initialize", { answer: "error after" });
  await dialog.getByRole("button", { name: "Open Paystack's page" }).click();
  await dialog.getByText("Paystack's page did not open").waitFor();
  paystack.forceRequest("/transaction/initialize", { page: "foreign" });
  await dialog.getByRole("button", { name: "Pay on Paystack's page" }).click();
  await expect.poll(() => paystack.payments.size).toBeGreaterThan(1);
  await dialog.getByText("You have paid nothing. Please try again, or pay by hand.").waitFor();
  await dialog.getByText("Close", { exact: true }).click();
  await page.getByRole("button", { name: "Pay by hand" }).click();
  await page.getByRole("dialog", { name: "PAYMENT NOTICE" }).waitFor();
  expect(problems).toEqual([]);
});
