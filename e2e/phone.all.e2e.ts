/** Top-ups that the shop's phone is told of by SMS: what the customer sees, and what the office does about messages. */
import { expect, test } from "vitest";
import { receiptText } from "#tools/doubles/sms-phone/texts.ts";
import { paid } from "#tools/testing/test-phone.ts";
import { desk } from "./pages.ts";
import { nextPhone } from "./stage.ts";
import { openPhoneStage, phone, posted, small } from "./phone-steps.ts";
import { sees } from "./sees.ts";

const stage = openPhoneStage();

/** A customer who says on the open page that they have paid. */
async function asked(name: string) {
  const user = await stage.shop.addUser(name, nextPhone());
  const { page, problems } = await stage.pages.openAs(user, "/home/topup?notice=topup&amount=60", small);
  const notice = page.getByRole("dialog", { name: "PAYMENT NOTICE" });
  const reference = (await notice.getByTestId("reference").textContent()) ?? "";
  await notice.getByRole("button", { name: "I have paid" }).click();
  await page.getByTestId("topup-card").filter({ hasText: "is waiting" }).waitFor();
  return { user, page, problems, reference };
}

test("a payment that somebody else made, and that the phone sends later, is credited by its reference", async () => {
  const { page, problems, reference } = await asked("kwesi");
  phone.goOffline();
  phone.receive({ ...paid(60_00, reference), name: "KOFI MENSAH", payer: "233209999999" });
  await posted();
  await sees(page.getByTestId("topup-card").filter({ hasText: "is waiting" })).hasCount(1);
  phone.goOnline();
  await posted();
  await page.getByTestId("topup-card").filter({ hasText: "is in your wallet" }).waitFor();
  await page.getByText("Available balance ¢60.00").waitFor();
  expect(problems).toEqual([]);
});

test("a payment that comes after its request was declined waits for an admin, and is credited on the open page", async () => {
  const { user, page, problems, reference } = await asked("adwoa");
  const { body } = await stage.shop.as(stage.shop.admin).get<{ _id: string }[]>(`/recharge?user=${user._id}`);
  await stage.shop.as(stage.shop.admin).put(`/recharge/${body[0]?._id}/decline`, { reason: "Nothing came" });
  await page.getByTestId("topup-card").filter({ hasText: "was declined" }).waitFor();
  await page.getByRole("region", { name: "Funding History" }).getByText("Nothing came").waitFor();
  phone.receive(paid(60_00, reference));
  await posted();
  const office = await stage.pages.openAs(stage.shop.admin, "/admin/payments", small);
  const held = office.page
    .locator("li, tr")
    .filter({ hasText: `${reference} is declined` })
    .first();
  await held.getByRole("button", { name: "Match", exact: true }).click();
  const match = office.page.getByRole("dialog", { name: "Whose payment is this?" });
  await match.getByRole("combobox", { name: "User" }).fill(user.username);
  await office.page.getByRole("option", { name: new RegExp(user.username) }).click();
  await match.getByRole("button", { name: "Credit ¢60.00" }).click();
  await office.page.getByText("Matched, and the wallet is credited").waitFor();
  await page.getByText("Available balance ¢60.00").waitFor();
  expect([...problems, ...office.problems]).toEqual([]);
});

test("a customer who paid without a word says so, and is credited", async () => {
  const kofi = await stage.shop.addUser("kofi", nextPhone());
  const { transactionId } = phone.receive(paid(8_50));
  await posted();
  const { page, problems } = await stage.pages.openAs(kofi, "/home/topup", small);
  await page.getByRole("button", { name: "I paid and was not credited" }).click();
  const dialog = page.getByRole("dialog", { name: "I paid and was not credited" });
  await dialog.getByRole("button", { name: "Find my payment" }).click();
  await dialog.getByText("Please enter the transaction ID").waitFor();
  await dialog.getByLabel("Transaction ID").fill(transactionId);
  await dialog.getByLabel("Amount").fill("8");
  await dialog.getByRole("button", { name: "Find my payment" }).click();
  await page.getByText("The shop is looking for your payment").waitFor();
  await page.getByRole("button", { name: "I paid and was not credited" }).click();
  await dialog.getByLabel("Transaction ID").fill(transactionId);
  await dialog.getByLabel("Amount").fill("8.50");
  await dialog.getByRole("button", { name: "Find my payment" }).click();
  await page.getByText("¢8.50 is in your wallet", { exact: true }).waitFor();
  await page.getByText(`Your payment ${transactionId} of ¢8.50 is in your wallet.`).waitFor();
  expect(problems).toEqual([]);
});

test.each([
  ["too little", 45_00],
  ["too much", 75_00],
])("a payment of %s waits with its request, and the office says why", async (_, amount) => {
  const { page, reference } = await asked(`yaw${amount}`);
  phone.receive(paid(amount, reference));
  await posted();
  const office = await stage.pages.openAs(stage.shop.admin, "/admin/payments", small);
  await office.page.getByText(`${reference} is about ¢60.00`).waitFor();
  await sees(page.getByTestId("topup-card").filter({ hasText: "is waiting" })).hasCount(1);
  expect(office.problems).toEqual([]);
});

test("an admin reads out a missing message, and answers a customer whose payment never came", async () => {
  phone.forceNext({ delivery: "missing" });
  const missed = phone.receive(paid(33_00));
  phone.receive(paid(12_00));
  await posted();
  const abena = await stage.shop.addUser("abena", nextPhone());
  const claim = { amount: 44, transactionId: "12345678901" };
  await stage.shop.as(abena).post("/payment/claim", claim);
  const { page, problems } = await stage.pages.openAs(stage.shop.admin, "/admin/payments", desk);
  await page.getByText("Customers who say that they have paid").waitFor();
  await page.getByRole("button", { name: "Answer" }).click();
  const answer = page.getByRole("dialog", { name: "Answer abena about ¢44.00" });
  await answer.getByLabel("Answer").fill("No such payment has come. Please show us the SMS.");
  await answer.getByRole("button", { name: "Send the answer" }).click();
  await page.getByText("Customers who say that they have paid").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "The phone" }).click();
  await page.getByText("messages about ¢33.00 that came in are missing before").waitFor();
  await page.getByRole("button", { name: "Read out a message" }).click();
  const type = page.getByRole("dialog", { name: "Read out a message" });
  await type.getByLabel("Message").fill("I have paid");
  await type.getByRole("button", { name: "Note it" }).click();
  await type.getByText("This is no message of a network").waitFor();
  await type.getByLabel("Message").fill(receiptText("mtn", missed));
  await type.getByRole("button", { name: "Note it" }).click();
  await page.getByText("are missing before").waitFor({ state: "detached" });
  const home = await stage.pages.openAs(abena, "/home/topup", small);
  await home.page.getByText("No such payment has come. Please show us the SMS.").waitFor();
  // The browser notes the refusal.
  expect(problems).toEqual([expect.stringContaining("400")]);
  expect(home.problems).toEqual([]);
});

test("an admin says that a payment was credited by hand, and nothing is credited again", async () => {
  const efua = await stage.shop.addUser("efua", nextPhone());
  const asked = await stage.shop
    .as(efua)
    .post<{ recharge: { _id: string; rechargeId: string } }>("/recharge", { amount: 57 });
  const { _id, rechargeId } = asked.body.recharge;
  await stage.shop.as(stage.shop.admin).put(`/recharge/${_id}/approve`, {});
  const { transactionId } = phone.receive(paid(57_00));
  await posted();
  const { page, problems } = await stage.pages.openAs(
    stage.shop.admin,
    `/admin/payments?search=${transactionId}`,
    small,
  );
  await page.getByRole("button", { name: "Match", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Whose payment is this?" });
  await dialog.getByRole("combobox", { name: "User" }).fill(efua.username);
  await page.getByRole("option", { name: new RegExp(efua.username) }).click();
  await dialog.getByLabel("Pays for the request").selectOption(_id);
  await dialog.getByText("Credited already").waitFor();
  await dialog.getByRole("button", { name: "It was credited by hand" }).click();
  await page.getByText("Noted: the wallet has it already").waitFor();
  await page.getByRole("button", { name: "All", exact: true }).click();
  await page.getByText(rechargeId).waitFor();
  const { rows } = await stage.shop.pool.query("select balance from ledger.wallet where user_id = $1", [
    efua._id,
  ]);
  expect(rows).toEqual([{ balance: 57_00 }]);
  expect(problems).toEqual([]);
});
