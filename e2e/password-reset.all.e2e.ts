/** The ways to a new password in the browser, with and without SMS, and support's help from the user's page. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestGateway, type TestGateway } from "#tools/testing/test-gateway.ts";
import { startTestMailServer, type TestMailServer } from "#tools/testing/test-mail-server.ts";
import { violationsInBothThemes } from "./axe.ts";
import { signIn } from "./pages.ts";
import { from, mailedLink, narrow, requestLink, typePassword } from "./password-reset-steps.ts";
import { nextPhone, openStage } from "./stage.ts";
import { sees } from "./sees.ts";

const stage = openStage();
let gateway: TestGateway;
let mail: TestMailServer;
const password = "a new long password";

beforeAll(async () => {
  [gateway, mail] = await Promise.all([startTestGateway(), startTestMailServer()]);
});
afterAll(async () => {
  await gateway.stop();
  await mail.close();
});
beforeEach(async () => {
  gateway.taken.length = 0;
  mail.letters.length = 0;
  await stage.shop.pool.query("delete from shop.attempt");
});

const withMail = () => ({ mail: { url: mail.url, from } });
const withAll = () => ({ ...withMail(), sms: gateway.config });
const newUser = () => stage.shop.addUser(`u${nextPhone()}`, nextPhone());

async function smsCode(): Promise<string> {
  const code = () =>
    gateway.taken.map(({ message }) => /new password is (\d{6})/.exec(message)?.[1]).find(Boolean) ?? "";
  await expect.poll(code).not.toBe("");
  return code();
}

test("a proved address needs only the link, whose second use offers a new one", async () => {
  await stage.shop.restart({ messages: withMail() });
  const user = await newUser();
  await stage.shop.pool.query(`update shop."user" set email_proved_at = now() where id = $1`, [user._id]);
  const { page } = await stage.pages.open(narrow);
  const link = await requestLink(page, mail, user.email);
  const asked = page.waitForResponse("**/api/user/reset-password/*");
  await page.goto(link);
  expect(await (await asked).json()).toEqual({ needsPhone: false });
  await typePassword(page, password);
  await sees(page.getByLabel("Phone of your account")).hasCount(0);
  await page.getByRole("button", { name: "Reset password" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await signIn(page, { phone: user.phone, password });

  const other = await stage.pages.open(narrow);
  await other.page.goto(link);
  await other.page.getByRole("alert").getByText("This link has expired or was already used.").waitFor();
  await other.page.getByRole("button", { name: "Send Reset Email" }).waitFor();
  // Without SMS, only the code of support is another way.
  await expect
    .poll(() =>
      other.page.getByRole("group", { name: "Ways to a new password" }).getByRole("button").allTextContents(),
    )
    .toEqual(["Link", "I have a code"]);
});

test("a link with another's phone number says that it is wrong, and is over after five", async () => {
  await stage.shop.restart({ messages: withMail() });
  const user = await newUser();
  const another = await newUser();
  const { page } = await stage.pages.open(narrow);
  await page.goto(await requestLink(page, mail, user.email));
  const phone = page.getByLabel("Phone of your account");
  await phone.waitFor();
  await typePassword(page, password);
  await page.getByRole("button", { name: "Reset password" }).click();
  await page.getByText("Please enter a 10-digit phone number").waitFor();
  await phone.fill(another.phone);
  expect(await violationsInBothThemes(page, "a link that asks for the phone number")).toEqual([]);
  for (let n = 0; n < 5; n += 1) {
    const answer = page.waitForResponse("**/api/user/reset-password/*");
    await page.getByRole("button", { name: "Reset password" }).click();
    expect((await answer).status()).toBe(403);
    await page.getByRole("alert").getByText("Wrong phone number").waitFor();
  }
  await phone.fill(user.phone);
  await page.getByRole("button", { name: "Reset password" }).click();
  await page.getByRole("alert").getByText("This link has expired or was already used.").waitFor();
  await page.getByRole("button", { name: "Send Reset Email" }).waitFor();
  await signIn(page, { phone: user.phone, password: user.password });
});

test("a code by SMS sets a new password, from the login page and from a link", async () => {
  await stage.shop.restart({ messages: withAll() });
  const user = await newUser();
  const { page } = await stage.pages.open(narrow);
  await page.goto("/");
  await page.getByRole("button", { name: "Forgot your password?" }).click();
  await page.getByRole("button", { name: "SMS", exact: true }).click();
  await page.getByLabel("Phone of your account").fill(user.phone);
  await page.getByRole("button", { name: "Send code" }).click();
  await page.getByRole("status").getByText("If an account has this number").waitFor();
  const code = await smsCode();
  await page.getByLabel("Code", { exact: true }).fill(code === "000000" ? "111111" : "000000");
  await typePassword(page, password);
  await page.getByRole("button", { name: "Set new password" }).click();
  await page.getByText("This code is wrong or no longer valid").first().waitFor();
  const broken = await violationsInBothThemes(page, "the code by SMS");
  expect(broken.filter((one) => !one.includes("landmark-unique"))).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByRole("button", { name: "Set new password" }).click();
  await page.getByText("Your password has been reset").waitFor();
  await signIn(page, { phone: user.phone, password });

  // Whoever has another number than the link asks for finds the code there too.
  const other = await stage.pages.open(narrow);
  await other.page.goto(await requestLink(other.page, mail, user.email));
  await other.page.getByRole("button", { name: "Use a code instead" }).click();
  await other.page.getByRole("button", { name: "SMS", exact: true }).waitFor();
});

test("an unknown number is answered like a known one, and gets nothing", async () => {
  await stage.shop.restart({ messages: withAll() });
  const { page } = await stage.pages.open(narrow);
  await page.goto("/");
  await page.getByRole("button", { name: "Forgot your password?" }).click();
  await page.getByRole("button", { name: "SMS", exact: true }).click();
  await page.getByLabel("Phone of your account").fill("0249999999");
  await page.getByRole("button", { name: "Send code" }).click();
  await page.getByRole("status").getByText("If an account has this number").waitFor();
  await page.getByLabel("Code", { exact: true }).fill("123456");
  await typePassword(page, password);
  await page.getByRole("button", { name: "Set new password" }).click();
  await page.getByText("This code is wrong or no longer valid").first().waitFor();
  expect(gateway.taken).toEqual([]);
});

test("a shop that sends nothing promises nothing, and support's code and contacts are there", async () => {
  await stage.shop.restart({ messages: {} });
  const { page } = await stage.pages.open(narrow);
  await page.goto("/");
  await page.getByRole("button", { name: "Forgot your password?" }).click();
  await page.getByText("This shop can send neither emails nor SMS").waitFor();
  await sees(page.getByRole("button", { name: "Send Reset Email" })).hasCount(0);
  await page.getByRole("button", { name: "Contact support" }).click();
  await page.getByRole("dialog", { name: "Support" }).getByText("024 000 0009").waitFor();
});

test("support makes a code on the user's page after proving who they are, and the user comes back with it", async () => {
  await stage.shop.restart({ messages: withAll() });
  const user = await newUser();
  const office = await stage.pages.openAs(stage.shop.admin, `/admin/users/${user._id}`, narrow);
  await office.page.getByRole("button", { name: "Help to a new password" }).click();
  await office.page.getByRole("button", { name: "Make a code to read out" }).click();
  await office.page.getByLabel("Your password", { exact: true }).fill(stage.shop.admin.password);
  await office.page.keyboard.press("Enter");
  const shown = office.page.getByRole("status").getByText(/^\d{6}$/);
  await shown.waitFor();
  const code = await shown.innerText();
  const broken = await violationsInBothThemes(office.page, "a code to read out");
  expect(broken.filter((one) => !one.includes("landmark-unique"))).toEqual([]);
  await expect.poll(() => gateway.taken.map(({ message }) => message).join()).toContain("read out a code");

  const { page } = await stage.pages.open(narrow);
  await page.goto("/");
  await page.getByRole("button", { name: "Forgot your password?" }).click();
  await page.getByRole("button", { name: "I have a code", exact: true }).click();
  await page.getByLabel("Phone of your account").fill(user.phone);
  await page.getByLabel("Code", { exact: true }).fill(code);
  await typePassword(page, password);
  await page.getByRole("button", { name: "Set new password" }).click();
  await page.getByText("Your password has been reset").waitFor();
  await signIn(page, { phone: user.phone, password });

  mail.letters.length = 0;
  await office.page.getByRole("button", { name: `Send a link to ${user.email}` }).click();
  await office.page.getByRole("status").getByText("A link for a new password is on its way").waitFor();
  expect(await mailedLink(mail, user.email)).toMatch(/^\/reset-password\//);
});

test("an admin's account is helped on the server only, and the page says so", async () => {
  await stage.shop.restart({ messages: withAll() });
  const other = await stage.shop.addUser(`a${nextPhone()}`, nextPhone(), "Admin");
  const { page } = await stage.pages.openAs(stage.shop.admin, `/admin/users/${other._id}`, narrow);
  await page.getByText("On the server only: npm run admin -- password PHONE").waitFor();
  await sees(page.getByRole("button", { name: "Help to a new password" })).hasCount(0);
  // Why nothing of one's own account can be changed here.
  await page.goto(`/admin/users/${stage.shop.admin._id}`);
  await page.getByText("Another admin has to change it").waitFor();
});
