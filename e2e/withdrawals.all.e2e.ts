/** A withdrawal from the owner's switch to the money on the phone, on the pages of an agent and of the office. */
import { expect, test } from "vitest";
import { violationsInBothThemes } from "./axe.ts";
import { desk, phone, settled } from "./pages.ts";
import { minute_ms, openPaystackStage } from "./paystack-stage.ts";
import { sees, seesNone } from "./sees.ts";

const stage = openPaystackStage(17);
const { paystack } = stage;

const fits = () => document.documentElement.scrollWidth <= innerWidth;

test("an agent withdraws, an admin has Paystack pay it, and the next one is paid by hand", async () => {
  const { shop, pages } = stage;
  const kofi = await shop.addUser("kofi", "0244000177", "Agent", 200_00);
  // What Paystack has of the shop.
  const payer = await shop.addUser("payer", "0244000178");
  await shop.as(payer).post("/payment/prompt", { amount: 500 });
  await paystack.clock.advance(3 * minute_ms);

  const agent = await pages.openAs(kofi, "/home/topup", phone);
  await agent.page.getByRole("heading", { name: "Top up" }).waitFor();
  await agent.page.getByText("Your first top-up will appear here").waitFor();
  await seesNone(agent.page.getByRole("link", { name: "Withdraw to mobile money" }));

  const office = await pages.openAs(shop.admin, "/admin/extras", desk);
  await office.page.getByRole("link", { name: "Whether users take money out, and how" }).click();
  const rules = office.page.getByRole("region", { name: "Rules for withdrawals" });
  await rules.getByRole("combobox", { name: "Withdrawals" }).selectOption("on");
  await rules.getByLabel("What may be withdrawn").selectOption("everything");
  await rules.getByLabel("Fee (¢)").fill("20");
  await rules.getByRole("button", { name: "Save" }).click();
  await rules.getByText("The least withdrawal must be above the fee").waitFor();
  await rules.getByLabel("Fee (¢)").fill("1");
  expect(await violationsInBothThemes(office.page, "the rules of withdrawals")).toEqual([]);
  await rules.getByRole("button", { name: "Save" }).click();
  await office.page.getByRole("button", { name: "Yes, change" }).click();
  await rules.getByText("Last changed by").waitFor();
  await office.page.getByText("No withdrawal is open.").waitFor();

  await agent.page.reload();
  await agent.page.getByRole("link", { name: "Withdraw to mobile money" }).click();
  await agent.page.getByText("Please prove first that 024 400 0177 is yours").waitFor();
  await shop.pool.query(`update shop."user" set phone_proved_at = now() where id = $1`, [kofi._id]);
  await agent.page.reload();
  const form = agent.page.getByRole("region", { name: "New withdrawal" });
  await form.getByLabel("Amount (¢)").fill("500");
  await form.getByRole("button", { name: "Withdraw" }).click();
  await form.getByText("At most ¢200.00: that is in your wallet").last().waitFor();
  await form.getByLabel("Amount (¢)").fill("50");
  await form.getByText("¢49.00").waitFor();
  expect(await violationsInBothThemes(agent.page, "the form of a withdrawal")).toEqual([]);
  await form.getByRole("button", { name: "Withdraw" }).click();
  const mine = agent.page.getByRole("group", { name: "Withdrawal of ¢50.00" });
  await mine.getByText("Waits for the shop").waitFor();
  await sees(agent.page.getByText("Available balance")).innerText().toContain("150");

  await office.page.goto("/admin");
  const tile = office.page.getByRole("link", { name: /Withdrawals.*to approve/s });
  await sees(tile).innerText().toContain("1");
  await tile.click();
  const list = office.page.getByRole("table", { name: "Withdrawals" });
  await list.getByText("first to this number").waitFor();
  await list.getByRole("button", { name: "Pay" }).click();
  const paying = office.page.getByRole("alertdialog", { name: "Pay ¢49.00 to kofi?" });
  await paying.getByText("024 400 0177").waitFor();
  expect(await violationsInBothThemes(office.page, "approving a withdrawal")).toEqual([]);
  await settled(office.page);
  await paying.getByRole("button", { name: "Approve" }).click();
  await paying.waitFor({ state: "hidden" });
  await list.getByText("on its way").waitFor();
  await expect.poll(() => paystack.transfers.size).toBe(1);
  await paystack.clock.advance(2 * minute_ms);
  await mine.getByText(/Paid\. Transaction TRF_play/).waitFor();

  await form.getByLabel("Amount (¢)").fill("20");
  await form.getByRole("button", { name: "Withdraw" }).click();
  const second = agent.page.getByRole("group", { name: "Withdrawal of ¢20.00" });
  await second.getByText("Waits for the shop").waitFor();
  await office.page.reload();
  await list.getByRole("button", { name: "Pay" }).click();
  const byHand = office.page.getByRole("alertdialog", { name: "Pay ¢19.00 to kofi?" });
  await byHand.getByLabel("How").selectOption("momo");
  await byHand.getByText("Send the money only after this").waitFor();
  await byHand.getByRole("button", { name: "Approve" }).click();
  await byHand.waitFor({ state: "hidden" });
  await list.getByRole("button", { name: "Paid", exact: true }).click();
  const paid = office.page.getByRole("dialog", { name: "You have paid ¢19.00" });
  await paid.getByRole("button", { name: "Book as paid" }).click();
  await paid.getByText("Please enter the transaction ID").waitFor();
  await paid.getByLabel("Transaction ID").fill("38271940562");
  await paid.getByRole("button", { name: "Book as paid" }).click();
  await paid.waitFor({ state: "hidden" });
  await second.getByText("Paid. Transaction 38271940562").waitFor();
  await second.getByRole("button", { name: "Signed receipt" }).click();
  await second.getByRole("img", { name: "The receipt as a code" }).waitFor();
  expect([await agent.page.evaluate(fits), await office.page.evaluate(fits)]).toEqual([true, true]);
  expect([...agent.problems, ...office.problems]).toEqual([]);
});

test("on a small phone, an agent takes a withdrawal back, and an admin rejects another with a reason", async () => {
  const { shop, pages } = stage;
  const esi = await shop.addUser("esi", "0244000179", "Agent", 100_00);
  await shop.pool.query(`update shop."user" set phone_proved_at = now() where id = $1`, [esi._id]);
  const ask = () => shop.as(esi).post("/withdrawal", { amount: 30, fee: 1 });
  expect((await ask()).status).toBe(201);
  const small = { width: 320, height: 640 };
  const agent = await pages.openAs(esi, "/home/topup?tab=withdraw", small);
  const mine = agent.page.getByRole("group", { name: "Withdrawal of ¢30.00" });
  await mine.getByRole("button", { name: "Take it back" }).click();
  await mine.getByText("Taken back. ¢30.00 is back in your wallet").waitFor();
  await ask();
  const office = await pages.openAs(shop.admin, "/admin/payments?show=withdrawals", small);
  await office.page.getByRole("button", { name: "Reject", exact: true }).click();
  const dialog = office.page.getByRole("dialog", { name: "Reject this withdrawal" });
  await dialog.getByRole("button", { name: "Put ¢30.00 back" }).click();
  await dialog.getByText("Please enter the reason").waitFor();
  await dialog.getByLabel("Reason, for the user").fill("Please call us first");
  await dialog.getByRole("button", { name: "Put ¢30.00 back" }).click();
  await dialog.waitFor({ state: "hidden" });
  await office.page.getByText("No withdrawal is open.").waitFor();
  await agent.page.getByText("Not approved: Please call us first. ¢30.00 is back in your wallet").waitFor();
  expect([await agent.page.evaluate(fits), await office.page.evaluate(fits)]).toEqual([true, true]);
  expect(await violationsInBothThemes(agent.page, "withdrawals at 320 px")).toEqual([]);
  expect([...agent.problems, ...office.problems]).toEqual([]);
});
