/** Coming back after a forgotten password with an address that nobody has proved. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestMailServer, type TestMailServer } from "#tools/testing/test-mail-server.ts";
import { signIn } from "./pages.ts";
import { from, narrow, requestLink, typePassword } from "./password-reset-steps.ts";
import { nextPhone, openStage } from "./stage.ts";

const stage = openStage();
let mail: TestMailServer;

beforeAll(async () => {
  mail = await startTestMailServer();
  await stage.shop.restart({ messages: { mail: { url: mail.url, from } } });
});
afterAll(() => mail.close());

test("the link to an address that nobody has proved sets a password with the account's phone number", async () => {
  const user = await stage.shop.addUser(`u${nextPhone()}`, nextPhone());
  const { page } = await stage.pages.open(narrow);
  const link = await requestLink(page, mail, user.email);
  await page.goto(link);
  const phone = page.getByLabel("Phone of your account");
  await phone.fill(nextPhone());
  await typePassword(page, "a new long password");
  await page.getByRole("button", { name: "Reset password" }).click();
  await expect.poll(() => page.getByText("Wrong phone number").count()).toBeGreaterThan(0);
  await phone.fill(user.phone);
  await page.getByRole("button", { name: "Reset password" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await signIn(page, { phone: user.phone, password: "a new long password" });
});
