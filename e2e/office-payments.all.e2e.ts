/** What the office does about rails: transfers, balances of statements, and a payment that tests the setup. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { pocket } from "./office.ts";
import { minute_ms, openPaystackStage } from "./paystack-stage.ts";
import { sees } from "./sees.ts";

const stage = openPaystackStage(5, { isPlayMoney: true });
const { paystack } = stage;

async function openPayments() {
  const { page, problems } = await stage.pages.openAs(stage.shop.admin, "/admin/payments", pocket);
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

test("both the office and customers read that it is play money", async () => {
  const ama = await stage.shop.addUser("ama", "0244000078");
  for (const [user, path] of [
    [stage.shop.admin, "/admin/payments"],
    [ama, "/home/topup"],
  ] as const) {
    const { page, problems } = await stage.pages.openAs(user, path, pocket);
    await page.getByText("Play money. The phones and rails are doubles").waitFor();
    expect(problems).toEqual([]);
  }
});

const today = new Date().toISOString().slice(0, 10);
const shown = today.split("-").reverse().join("/");

test("the last balance of an imported statement can be noted, and the light of its rail compares it", async () => {
  await receive("momo", 40_00);
  const { page, problems } = await openPayments();
  const light = page.getByRole("region", { name: "MTN MoMo" });
  await light.getByText("The rail does not say what it has").waitFor();
  await page.goto("/admin/audit/closing?tab=momo");
  const lines = ["Date,Transaction ID,Amount,Balance", `${shown} 00:01,A1,40.00,39.00`];
  await page.getByLabel("Or paste its lines, with the headings").fill(lines.join("\n"));
  await page.getByRole("button", { name: "Compare" }).click();
  await page.getByRole("button", { name: `Note the balance of ${shown} 00:01: ¢39.00` }).click();
  const dialog = page.getByRole("dialog", { name: "Note a statement's balance" });
  // Of the whole day, because the payment came after that minute.
  await dialog.getByLabel("Time (UTC)").fill("");
  await dialog.getByRole("button", { name: "Note it" }).click();
  await page.getByText("Noted. The books had ¢40.00 then: ¢1.00 more.").waitFor();
  await page.goto("/admin/payments");
  await light.getByText(`By the statement of ${shown}`).waitFor();
  await light.getByText("it had ¢39.00. The books had ¢40.00 then: ¢1.00 more.").waitFor();
  expect(problems).toEqual([]);
});

test("an admin tests the setup with a cedi, step by step", async () => {
  const { page, problems } = await openPayments();
  await page.getByRole("button", { name: "Test payment" }).click();
  const dialog = page.getByRole("dialog", { name: "Test payment" });
  await dialog.getByLabel("Phone").fill("024");
  await dialog.getByRole("button", { name: "Ask for ¢1.00" }).click();
  await dialog.getByText("Please enter a 10-digit phone number").waitFor();
  await dialog.getByLabel("Phone").fill("0201112223");
  await dialog.getByRole("button", { name: "Ask for ¢1.00" }).click();
  const proof = page.getByRole("alertdialog", { name: "Confirm that it is you" });
  await proof.getByLabel("Your password", { exact: true }).fill(stage.shop.admin.password);
  await proof.getByRole("button", { name: "Confirm" }).click();
  await dialog.getByText("The prompt was sent").waitFor();
  await dialog.getByText("Enter the code of the network").waitFor();
  const { rows } = await stage.shop.pool.query<{ reference: string }>(
    "select reference from shop.charge where test_by is not null",
  );
  await dialog.getByLabel("Code").fill(paystack.voucherOf(rows[0]?.reference ?? ""));
  await page.keyboard.press("Enter");
  await dialog.getByText("Approve it on the phone").waitFor();
  await paystack.clock.advance(3 * minute_ms);
  await dialog.getByText("The webhook came, and its signature is right").waitFor();
  await dialog.getByText("Verified with Paystack: ¢1.00").waitFor();
  await dialog.getByText("Booked. It waits in Not matched").waitFor();
  await dialog.getByText("The light is green: the books and Paystack agree").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Test payment · by admin").waitFor();
  expect(problems.filter((problem) => !problem.includes("403"))).toEqual([]);
});

test("the office sees that a request is being paid by prompt, and is warned before approving it by hand", async () => {
  const kofi = await stage.shop.addUser("kofi", "0244000077");
  const asked = { token: kofi.token };
  expect((await stage.shop.call("POST", "/payment/prompt", { amount: 60 }, asked)).status).toBe(201);
  expect((await stage.shop.call("POST", "/recharge", { amount: 70 }, asked)).status).toBe(201);
  const { page, problems } = await stage.pages.openAs(stage.shop.admin, "/admin/finance", pocket);
  const card = (amount: string) => page.locator("[data-recharge]").filter({ hasText: amount });
  const mark = "By prompt, waiting for the customer";
  await card("¢60.00").getByText(mark).waitFor();
  await card("¢70.00").waitFor();
  await sees(card("¢70.00").getByText(mark)).hasCount(0);
  await card("¢60.00").getByRole("button", { name: "Approve" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText("This one is being paid by prompt. The payment may still come by itself").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page
    .getByRole("checkbox", { name: /Select request/ })
    .first()
    .click();
  await page
    .getByRole("checkbox", { name: /Select request/ })
    .last()
    .click();
  await page
    .getByRole("region", { name: "Selected requests" })
    .getByRole("button", { name: "Approve" })
    .click();
  await dialog.getByText("One of them is being paid by prompt.").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await paystack.clock.advance(3 * minute_ms);
  await card("¢60.00").getByText("approved").waitFor();
  await card("¢60.00").getByText(mark).waitFor({ state: "detached" });
  expect(problems).toEqual([]);
});

test("the closing shows each rail beside its statement, red and then green", async () => {
  const { page, problems } = await stage.pages.openAs(stage.shop.admin, "/admin/audit/closing", pocket);
  const rail = page.getByRole("region", { name: "Rails" }).getByRole("region", { name: "MTN MoMo" });
  await rail.getByText("The books had ¢40.00 then: ¢1.00 more.").waitFor();
  await rail.getByRole("button", { name: "Note a balance" }).click();
  const dialog = page.getByRole("dialog", { name: "Note a statement's balance" });
  await dialog.getByRole("button", { name: "Note it" }).click();
  await dialog.getByText("Please enter a valid amount").waitFor();
  await dialog.getByLabel("Balance").fill("40");
  await page.keyboard.press("Enter");
  await page.getByText("Noted. The books had the same ¢40.00 then.").waitFor();
  await rail.getByText("The books had the same ¢40.00 then. Noted by admin").waitFor();
  expect(problems).toEqual([]);
});

test("an admin lets a payment wait, and notes why", async () => {
  await receive("momo", 31_00);
  const { page, problems } = await openPayments();
  const row = page.getByRole("listitem").filter({ hasText: "¢31.00" });
  await row.getByRole("button", { name: "Return" }).click();
  const dialog = page.getByRole("dialog", { name: "Return or hold" });
  await dialog.getByRole("checkbox", { name: "Only note why it waits" }).click();
  await dialog.getByRole("button", { name: "Note it" }).click();
  await dialog.getByText("Please enter the reason").waitFor();
  await dialog.getByLabel("Reason").fill("its payer is asked");
  await page.keyboard.press("Enter");
  await page.getByText("Noted", { exact: true }).waitFor();
  await dialog.waitFor({ state: "hidden" });
  const { rows } = await stage.shop.pool.query(
    "select status, reason from ledger.payment where amount = 3100",
  );
  expect(rows).toEqual([{ status: "held", reason: "its payer is asked" }]);
  expect(problems).toEqual([]);
});
