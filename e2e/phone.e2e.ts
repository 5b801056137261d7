/** Top-ups that the shop's phone is told of by SMS: what the customer sees, and what the office does about messages. */
import { expect, test } from "vitest";
import { paid } from "#tools/testing/test-phone.ts";
import { nextPhone } from "./stage.ts";
import { openPhoneStage, phone, posted, small } from "./phone-steps.ts";

const stage = openPhoneStage();

test("an admin says what the wallet holds, and settles messages that do not fit, on a phone", async () => {
  const forged = phone.receiveForged(paid(90_00), "person");
  phone.receive(paid(11_00, "", "telecel"));
  await posted();
  const { page, problems } = await stage.pages.openAs(stage.shop.admin, "/admin/payments?show=phone", small);
  const telecel = page.getByRole("region", { name: "Telecel Cash" }).last();
  await telecel.getByText("1 message waits").waitFor();
  await telecel.getByRole("button", { name: "Go on from ¢1,000.00" }).click();
  const dialog = page.getByRole("dialog", { name: "What did Telecel Cash hold?" });
  await dialog.getByRole("button", { name: "Go on from this balance" }).click();
  await dialog.getByText("Please enter the reason").waitFor();
  await dialog.getByLabel("Reason").fill("read on the phone");
  await dialog.getByRole("button", { name: "Go on from this balance" }).click();
  await telecel.getByText("By its messages it holds ¢1,011.00").waitFor();
  const foreign = page.getByRole("region", { name: "From other senders" });
  await foreign.getByText(forged.transactionId).waitFor();
  await foreign.getByRole("button", { name: "Dismiss" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Dismiss" }).click();
  await foreign.waitFor({ state: "detached" });
  expect(problems).toEqual([]);
});

test("a customer pays by hand, and the wallet is credited by the SMS", async () => {
  const ama = await stage.shop.addUser("ama", nextPhone());
  const { page, problems } = await stage.pages.openAs(ama, "/home/topup", small);
  await page.getByLabel("Amount").fill("60");
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  const notice = page.getByRole("dialog", { name: "PAYMENT NOTICE" });
  const reference = await notice.getByTestId("reference").textContent();
  await notice.getByRole("button", { name: "I have paid" }).click();
  await page.getByTestId("topup-card").filter({ hasText: "is waiting" }).waitFor();
  phone.receive(paid(60_00, reference ?? ""));
  await posted();
  await page.getByTestId("topup-card").filter({ hasText: "is in your wallet" }).waitFor();
  expect(problems).toEqual([]);
});
