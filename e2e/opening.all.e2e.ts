/** More of a new shop's first hour. */
import { identityToRecipient } from "age-encryption";
import { expect, test } from "vitest";
import { startTestMailServer } from "#tools/testing/test-mail-server.ts";
import { violationsInBothThemes } from "./axe.ts";
import { openOffice, pocket } from "./office.ts";

const { stage, open } = openOffice();

test("when a step is done, the page leads to the next one", async () => {
  const none = { momo_phone_number: "", momo_account_name: "" };
  await stage.shop.command("change_payment_details", stage.shop.admin._id, none);
  const { page, problems } = await open("/admin/open", pocket);
  const pay = page.getByRole("region", { name: "Where customers pay" });
  await pay.getByLabel("Mobile money number").fill("0244000001");
  await pay.getByLabel("Account name").fill("Ama Mensah");
  await pay.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Yes, change" }).click();
  const factor = page.getByRole("region", { name: "Second factor" });
  await factor.locator("button:focus").waitFor();
  await factor.getByRole("button", { name: "Set up" }).waitFor();
  expect(problems).toEqual([]);
});

test("the keys of backups are made in the browser, and the secret one never leaves it", async () => {
  const { page, problems } = await open("/admin/open", pocket);
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData()}`));
  const step = page.getByRole("region", { name: "Backups" });
  await step.getByRole("button", { name: /^Backups/ }).click();
  await step.getByRole("button", { name: "Make the keys" }).click();
  await step.getByText("it is shown only now").waitFor();
  const [secret = "", recipient = ""] = await step.locator("code", { hasText: /^age/i }).allInnerTexts();
  expect(await identityToRecipient(secret)).toBe(recipient);
  expect(await violationsInBothThemes(page, "the keys")).toEqual([]);
  await page.reload();
  await step.getByRole("button", { name: /^Backups/ }).click();
  await step.getByRole("button", { name: "Make the keys" }).waitFor();
  expect(sent.filter((one) => one.includes(secret))).toEqual([]);
  expect(sent.length).toBeGreaterThan(0);
  expect(problems).toEqual([]);
});

test("an email to oneself shows whether the mail server works", async () => {
  const mail = await startTestMailServer();
  await stage.shop.restart({
    messages: { mail: { url: mail.url, from: "Ama's Shop <shop@example.com>" } },
  });
  const { page, problems } = await open("/admin/open", pocket);
  const step = page.getByRole("region", { name: "Messages", exact: true });
  await step.getByRole("button", { name: /^Messages/ }).click();
  const send = step.getByRole("button", { name: `Send a test email to ${stage.shop.admin.email}` });
  await send.press("Enter");
  await step.getByText(`The last test to ${stage.shop.admin.email} is sent.`).waitFor();
  // A button that was busy has not lost the keyboard.
  expect(await send.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(mail.letters.map(({ to }) => to)).toEqual([stage.shop.admin.email]);
  expect(problems).toEqual([]);
  await mail.close();
});
