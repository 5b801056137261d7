/** Proving an email and a phone on the profile page, with the codes that a real mail server and a real gateway got. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { readEmail } from "#tools/testing/read-email.ts";
import { startTestGateway, type TestGateway } from "#tools/testing/test-gateway.ts";
import { startTestMailServer, type TestMailServer } from "#tools/testing/test-mail-server.ts";
import { violationsInBothThemes } from "./axe.ts";
import { phone, settled } from "./pages.ts";
import { nextPhone, openCustomer, openStage } from "./stage.ts";
import { sees } from "./sees.ts";

const stage = openStage();
let gateway: TestGateway;
let mail: TestMailServer;

beforeAll(async () => {
  [gateway, mail] = await Promise.all([startTestGateway(), startTestMailServer()]);
  const from = "Shop <shop@example.com>";
  await stage.shop.restart({ messages: { sms: gateway.config, mail: { url: mail.url, from } } });
});
afterAll(async () => {
  await gateway.stop();
  await mail.close();
});

const codeIn = (text = "") => /your code is (\d{6})/.exec(text)?.[1];

test("proves the email and the phone on a phone, and an admin sees both", async () => {
  const { shop } = stage;
  const { user, page, problems } = await openCustomer(0, "/home/user-details", phone);
  const card = page.getByRole("region", { name: "How we reach you" });
  await expect.poll(() => card.getByText("Not proved").count()).toBe(2);

  await card.getByRole("button", { name: "Send a code by email" }).click();
  // Messages about a new device may come first.
  const mailed = () =>
    mail.letters.map(({ source }) => codeIn(readEmail(source))).find((code) => code !== undefined);
  await expect.poll(mailed).toBeDefined();
  expect(mail.letters[0]?.to).toBe(user.email);
  const confirm = card.getByRole("button", { name: "Confirm" });
  const field = card.getByLabel("Code from the email");
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
  await field.fill("12");
  await confirm.click();
  await card.getByText("Please enter the 6 digits").waitFor();
  const code = mailed() ?? "";
  await field.fill(code === "000000" ? "111111" : "000000");
  await confirm.click();
  await card.getByText("This code is wrong or no longer valid").first().waitFor();
  const broken = await violationsInBothThemes(page, "the code's field");
  // The list of toasts and the card for push notifications have the same name.
  expect(broken.filter((one) => !one.includes("landmark-unique"))).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  // The answer is lost, but the email is proved. Sending the form again finds the same result.
  await page.route(
    "**/api/user/proofs/email",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await field.fill(code);
  await confirm.click();
  await card.getByRole("alert").waitFor();
  await confirm.click();
  await expect.poll(() => card.getByText("Proved", { exact: true }).count()).toBe(1);

  await card.getByRole("button", { name: "Send a code by SMS" }).click();
  const sent = () => gateway.taken.map(({ message }) => codeIn(message)).find((code) => code !== undefined);
  await expect.poll(sent).toBeDefined();
  await card.getByLabel("Code from the SMS").fill(sent() ?? "");
  await page.keyboard.press("Enter");
  await expect.poll(() => card.getByText("Proved", { exact: true }).count()).toBe(2);
  await sees(card.getByRole("button")).hasCount(0);

  const office = await stage.pages.openAs(shop.admin, `/admin/users/${user._id}`, phone);
  const profile = office.page.getByRole("region", { name: "Profile" });
  await expect.poll(() => profile.getByText("Proved", { exact: true }).count()).toBe(2);

  // A new number is not proved, which the same page shows at once.
  await page.getByLabel("Phone").fill(nextPhone());
  await page.getByLabel("Current password").fill(user.password);
  await page.getByRole("button", { name: "Update Profile" }).click();
  await card.getByText("Not proved").waitFor();
  await card.getByRole("button", { name: "Send a code by SMS" }).waitFor();
  await profile.getByText("Not proved").waitFor();
  // The lost and the refused answers are errors to the browser too.
  expect(problems.filter((problem) => !/Failed to load resource/.test(problem))).toEqual([]);
});

test("a shop that can send no codes does not ask for them", async () => {
  const { shop } = stage;
  await shop.restart({ messages: {} });
  const { page } = await openCustomer(0, "/home/user-details", phone);
  await page.getByRole("region", { name: "Signed-in devices" }).waitFor();
  await settled(page);
  await sees(page.getByText("Not proved")).hasCount(0);
});
