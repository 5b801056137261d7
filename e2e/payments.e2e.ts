/** Top-ups paid by a prompt on the phone, and what the office sees of them. */
import { expect, test } from "vitest";
import { minute_ms, small } from "./paystack-stage.ts";
import { ask, openPrompts } from "./payments-steps.ts";
import { sees } from "./sees.ts";

const { stage, paystack, prompted } = openPrompts();

test("a customer approves the prompt and watches the wallet change", async () => {
  const { page, dialog, problems } = await prompted({}, small);
  await dialog.getByText("Approve it on your phone").waitFor();
  await paystack.clock.advance(3 * minute_ms);
  await dialog.getByText("¢60.00 is in your wallet. Balance: ¢60.00").waitFor();
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByTestId("topup-card").filter({ hasText: "is in your wallet" }).waitFor();
  expect(problems).toEqual([]);
});

test("a payment that comes after the prompt was over is in the wallet of the open page, and in the history", async () => {
  const { page, dialog, problems } = await prompted({ customer: "waits" });
  await dialog.getByText("Approve it on your phone").waitFor();
  await ask("20 minutes");
  await dialog.getByText("If you were charged, the money still comes by itself.").waitFor();
  await dialog.getByText("Close", { exact: true }).click();
  await page.getByText("Available balance ¢0.00").waitFor();
  const late = [...paystack.payments.values()].at(-1);
  await paystack.approve(late?.reference ?? "");
  await paystack.clock.advance(minute_ms);
  await page.getByText("Available balance ¢60.00").waitFor();
  // The request stays declined, and says nothing about the balance.
  const card = page.getByTestId("topup-card").filter({ hasText: "¢60.00 was declined" });
  await card.getByText("If it still comes, your wallet is credited").waitFor();
  await sees(card.getByText("unchanged")).hasCount(0);
  await page.goto("/home/statement");
  await page.getByText("+¢60.00").waitFor();
  expect(problems).toEqual([]);
});

test("a Telecel customer enters the code of the network", async () => {
  const user = await stage.shop.addUser("telecel", "0201234567");
  const { page, problems } = await stage.pages.openAs(user, "/home/topup?notice=prompt&amount=70", small);
  const dialog = page.getByRole("dialog", { name: "Pay on your phone" });
  await dialog.getByRole("button", { name: "Send the prompt" }).click();
  await dialog.getByText("Enter the code of your network").waitFor();
  const { rows } = await stage.shop.pool.query<{ reference: string }>(
    "select reference from shop.charge where user_id = $1",
    [user._id],
  );
  await dialog.getByLabel("Code").fill(paystack.voucherOf(rows[0]?.reference ?? ""));
  await dialog.getByRole("button", { name: "Send the code" }).click();
  await dialog.getByText("Approve it on your phone").waitFor();
  await paystack.clock.advance(3 * minute_ms);
  await dialog.getByText("¢70.00 is in your wallet.").waitFor();
  expect(problems).toEqual([]);
});
