/** A shop that requires a second factor of its admins. */
import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { desk, phone, signIn } from "./pages.ts";
import { nextPhone, openStage } from "./stage.ts";

const stage = openStage();

test("an admin requires it in Other Info, is led to set it up, and can do nothing else before", async () => {
  const boss = await stage.shop.addUser("boss", nextPhone(), "Admin");
  const { page, problems } = await stage.pages.openAs(boss, "/admin", desk);
  await page.getByRole("link", { name: /Recommended: require it of all admins/ }).click();
  const card = page.getByRole("region", { name: "Second factor of admins" });
  await card.getByRole("button", { name: "Require it" }).click();
  await page.waitForURL("**/second-factor");
  await page.goto("/admin/orders");
  await page.waitForURL("**/second-factor");

  await page.getByLabel("Your password", { exact: true }).fill(boss.password);
  await page.getByRole("button", { name: "Next" }).click();
  const secret = Secret.fromBase32(await page.locator("code").innerText());
  await page.getByLabel("Code the app shows").fill(new TOTP({ secret }).generate());
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("list", { name: "Recovery codes" }).waitFor();
  await page.getByRole("button", { name: "I have saved them" }).click();
  await page.waitForURL("**/home");
  await page.goto("/admin/extras");
  await card.getByRole("button", { name: "Make it optional" }).waitFor();
  await card.getByText(/Last changed by boss/).waitFor();
  // Refused calls while it was missing are logged by the browser.
  expect(problems.filter((problem) => !problem.includes("403"))).toEqual([]);

  const other = await stage.pages.open(phone);
  await other.page.goto("/");
  await other.page.clock.install();
  await other.page.getByLabel("Phone").fill(stage.shop.admin.phone);
  await other.page.getByLabel("Password", { exact: true }).fill(stage.shop.admin.password);
  await other.page.getByRole("button", { name: "Login" }).click();
  await other.page.clock.runFor(2500);
  await other.page.waitForURL("**/second-factor");
  await other.page.getByText("This shop requires a second factor of its admins").waitFor();
  await other.page.getByRole("button", { name: "Logout" }).click();
  await other.page.getByRole("heading", { name: "Login" }).waitFor();
});

test("a customer turns it on in their profile", async () => {
  const ama = await stage.shop.addUser("ama", nextPhone());
  const { page, problems } = await stage.pages.open(phone);
  await signIn(page, ama);
  await page.goto("/home/user-details");
  const card = page.getByRole("region", { name: "Second factor" });
  await card.getByRole("button", { name: "Set up" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password", { exact: true }).fill(ama.password);
  await dialog.getByRole("button", { name: "Next" }).click();
  const secret = Secret.fromBase32(await dialog.locator("code").innerText());
  await dialog.getByLabel("Code the app shows").fill(new TOTP({ secret }).generate());
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await dialog.getByRole("button", { name: "I have saved them" }).click();
  await card.getByText("10 recovery codes are left").waitFor();
  expect(problems).toEqual([]);
});
