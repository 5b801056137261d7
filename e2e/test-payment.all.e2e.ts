/** What the office reads of a payment that tests the setup, when all is right and when something is wrong. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { PaymentFate } from "#tools/doubles/paystack/fates.ts";
import { pocket } from "./office.ts";
import { minute_ms, openPaystackStage } from "./paystack-stage.ts";
import { nextPhone } from "./stage.ts";

const stage = openPaystackStage(9);
const { paystack } = stage;

/** An admin starts a test, and looks at its steps. */
async function started(fate: Partial<PaymentFate>) {
  const { pool, admin } = stage.shop;
  await pool.query("update shop.session set stepped_up_at = now()");
  await pool.query("delete from shop.attempt");
  paystack.forceNext(fate);
  const { page, problems } = await stage.pages.openAs(admin, "/admin/payments", pocket);
  await page.getByRole("button", { name: "Test payment" }).click();
  const dialog = page.getByRole("dialog", { name: "Test payment" });
  await dialog.getByLabel("Phone").fill(nextPhone());
  await dialog.getByRole("button", { name: "Ask for ¢1.00" }).click();
  const steps = dialog.getByRole("region", { name: "Steps" }).getByRole("listitem");
  await expect.poll(() => steps.allTextContents()).toEqual([...sent, "Not yet: Approve it on the phone"]);
  return { steps, problems };
}

/** The customer acts, and the shop asks what Paystack does not tell by itself. */
async function acted(): Promise<void> {
  await paystack.clock.advance(3 * minute_ms);
  await stage.shop.pool.query("update shop.charge set next_check_at = now() where next_check_at is not null");
}

const sent = ["Done: Paystack accepts the key", "Done: The prompt was sent"];
const approved = "Done: Approved on the phone";
const heard = "Done: The webhook came, and its signature is right";
const verified = "Done: Verified with Paystack: ¢1.00";
const booked = "Done: Booked. It waits in Not matched";
const green = "Done: The light is green: the books and Paystack agree";
const silent = "Failed: No webhook came, so the shop asked. Set its address at Paystack: ";

const outcomes: [what: string, fate: Partial<PaymentFate>, steps: () => unknown[]][] = [
  ["all is right", {}, () => [...sent, approved, heard, verified, booked, green]],
  [
    "the customer declines",
    { customer: "declines" },
    () => [...sent, expect.stringMatching(/^Failed: The payment was not made\. ./)],
  ],
  [
    "no webhook comes",
    { webhook: "never" },
    () => [
      ...sent,
      approved,
      `${silent}${stage.shop.server.url}/api/payment/paystack`,
      verified,
      booked,
      green,
    ],
  ],
  [
    "less is paid",
    { pays: "less" },
    () => [...sent, approved, heard, "Failed: Verified with Paystack, but another amount", booked, green],
  ],
  [
    "another currency is paid",
    { pays: "other currency" },
    () => [
      ...sent,
      approved,
      heard,
      "Failed: Verified, but it is no money of this shop: another currency or the other mode",
    ],
  ],
];

test.each(outcomes)("a test payment shows the result of each step if %s", async (_, fate, expected) => {
  const { steps, problems } = await started(fate);
  await acted();
  await expect.poll(() => steps.allTextContents()).toEqual(expected());
  expect(problems).toEqual([]);
});

test("a test payment says that the books and Paystack do not agree", async () => {
  const payment = randomUUID();
  const unknown = { payment, rail: "paystack", transaction: payment, amount: 60_00, fee: null } as const;
  await stage.shop.command("receive_payment", "system", unknown);
  const { steps, problems } = await started({});
  await acted();
  const red = "Failed: The light is not green. See Paystack on this page";
  await expect.poll(() => steps.allTextContents()).toEqual([...sent, approved, heard, verified, booked, red]);
  expect(problems).toEqual([]);
});
