/** Login, registration, a forgotten password, and how a session ends. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { nextMidnight_ms } from "#ledger/terms/dates.ts";
import { signedIn, signIn } from "./pages.ts";
import { nextPhone, openStage, widths } from "./stage.ts";

const links: string[] = [];
const stage = openStage({
  sendPasswordReset: async ({ link }) => {
    links.push(link);
  },
});

const toast = (page: Page) => page.locator("[data-variant]");

describe.each(widths)("on %s", (_, width) => {
  test("a wrong password is said in a red toast and beside the form; the phone keeps digits only", async () => {
    const user = await stage.shop.addUser(`w${nextPhone()}`, nextPhone());
    const { page } = await stage.pages.open(width);
    await page.goto("/");
    await page.getByLabel("Phone").fill("+233 (0)55-9a00b0001 99");
    expect(await page.getByLabel("Phone").inputValue()).toMatch(/^\d{10}$/);
    await page.getByLabel("Phone").fill(user.phone);
    await page.getByLabel("Password", { exact: true }).fill("not this one");
    await page.getByRole("button", { name: "Show" }).click();
    expect(await page.getByLabel("Password", { exact: true }).getAttribute("type")).toBe("text");
    await page.getByRole("button", { name: "Login" }).click();
    await toast(page).waitFor();
    expect(await toast(page).getAttribute("data-variant")).toBe("danger");
    expect(await page.getByRole("alert").innerText()).not.toBe("");
    expect(new URL(page.url()).pathname).toBe("/");
  });

  test("a good login says so and goes home after two seconds; then / leads home by itself", async () => {
    const user = await stage.shop.addUser(`g${nextPhone()}`, nextPhone());
    const { page, problems } = await stage.pages.open(width);
    await signIn(page, user);
    await page.getByText("Login successful").waitFor();
    await page.goto("/");
    await page.waitForURL("**/home");
    expect(problems).toEqual([]);
  });

  test("registration goes to its own redirect target, and never to another site", async () => {
    for (const [redirect, target] of [
      ["/home/topup", "/home/topup"],
      ["//evil.example/x", "/home"],
      ["https://evil.example/", "/home"],
    ]) {
      const { page } = await stage.pages.open(width);
      await page.goto(`/register?redirect=${encodeURIComponent(redirect ?? "")}`);
      const phone = nextPhone();
      await page.getByLabel("Username").fill(`New${phone}`);
      await page.getByLabel("Phone").fill(phone);
      await page.getByLabel("Email").fill(`new${phone}@example.com`);
      await page.getByLabel("Password", { exact: true }).fill("a long enough one");
      await page.getByLabel("Confirm password").fill("another one");
      await page.getByRole("button", { name: "Register" }).click();
      await page.getByRole("alert").getByText("Passwords do not match").waitFor();
      await page.getByLabel("Confirm password").fill("a long enough one");
      await page.getByRole("button", { name: "Register" }).click();
      await page.waitForURL(/\/home/);
      expect(new URL(page.url()).pathname).toBe(target);
      expect(new URL(page.url()).origin).toBe(stage.shop.server.url);
      await page.context().close();
    }
  });

  test("a forgotten password is asked for in place and set anew by the link, once", async () => {
    const phone = nextPhone();
    const user = await stage.shop.addUser(`f${phone}`, phone);
    const { page } = await stage.pages.open(width);
    await page.goto("/");
    await page.getByRole("button", { name: "Forgot your password?" }).click();
    await page.getByRole("button", { name: "Send Reset Email" }).click();
    await page.getByText("All fields are required").waitFor();
    await page.getByLabel("Email").fill(user.email);
    await page.getByRole("button", { name: "Send Reset Email" }).click();
    await page.getByText("Password reset email sent. Please check your inbox.").first().waitFor();
    await expect.poll(() => links.length).toBeGreaterThan(0);
    const { pathname } = new URL(links.pop() ?? "");
    await page.goto(pathname);
    await page.getByLabel("New password", { exact: true }).fill("the second one");
    await page.getByLabel("Confirm new password").fill("the third one");
    await page.getByRole("button", { name: "Reset password" }).click();
    await page.getByText("Passwords do not match").first().waitFor();
    await page.getByLabel("Confirm new password").fill("the second one");
    await page.getByRole("button", { name: "Reset password" }).click();
    await page.waitForURL(/\/$/);
    await signIn(page, { phone: user.phone, password: "the second one" });
    await page.goto(pathname);
    await page.getByLabel("New password", { exact: true }).fill("the fourth one");
    await page.getByLabel("Confirm new password").fill("the fourth one");
    await page.getByRole("button", { name: "Reset password" }).click();
    await page.getByRole("alert").getByText("This link has expired or was already used.").waitFor();
  });

  test("at midnight everybody is signed out, warned five minutes before, and keeps what was typed", async () => {
    const user = await stage.shop.addUser(`m${nextPhone()}`, nextPhone(), "Customer", 5000);
    const { page } = await stage.pages.open(width);
    const midnight_ms = nextMidnight_ms(Date.now());
    await page.clock.install({ time: midnight_ms - 10 * 60_000 });
    await signedIn(page, user);
    await page.goto("/home/buy/MTNup2u");
    await page.getByLabel("Beneficiary number").fill("0244123456");
    await page.getByRole("radio", { name: /^5 GB/ }).check();
    expect(await page.getByText("signed out at midnight").count()).toBe(0);
    await page.clock.runFor(5 * 60_000 + 40_000);
    await page.getByText("You will be signed out at midnight, in 5 minutes.").waitFor();
    await page.clock.runFor(5 * 60_000);
    await page.waitForURL(/\/$/);
    expect(await page.evaluate(() => localStorage.getItem("userInfo"))).toBeNull();
    await page.getByLabel("Phone").fill(user.phone);
    await page.getByLabel("Password", { exact: true }).fill(user.password);
    await page.getByRole("button", { name: "Login" }).click();
    await page.getByText("Login successful").waitFor();
    await page.clock.runFor(2000);
    await page.waitForURL("**/home");
    await page.goto("/home/buy/MTNup2u");
    expect(await page.getByLabel("Beneficiary number").inputValue()).toBe("024 412 3456");
    expect(await page.getByRole("radio", { name: /^5 GB/ }).isChecked()).toBe(true);
  });
});

test("a login of another day, #signout and a logout elsewhere all sign out", async () => {
  const user = await stage.shop.addUser(`s${nextPhone()}`, nextPhone());
  const { page } = await stage.pages.open();
  await signIn(page, user);
  await page.evaluate(() => localStorage.setItem("loginDate", "2020-01-01"));
  await page.goto("/home");
  await page.waitForURL(/\/$/);
  await signIn(page, user);
  await page.goto("/home#signout");
  await page.waitForURL(/\/$/);
  await signIn(page, user);
  const other = await page.context().newPage();
  await other.goto("/home/user-details");
  await other.getByRole("main").getByRole("button", { name: "Logout" }).click();
  await other.waitForURL(/\/$/);
  await page.waitForURL(/\/$/);
  for (const key of ["userInfo", "cartItems", "CurrUser", "orderHistory"])
    expect(await page.evaluate((name) => localStorage.getItem(name), key)).toBeNull();
});

test("a 401 leads to one refresh and one retry, from two tabs as from one", async () => {
  const user = await stage.shop.addUser(`r${nextPhone()}`, nextPhone(), "Customer", 700);
  const one = await stage.pages.open();
  await signedIn(one.page, { ...user, token: `${user.token.slice(0, -4)}AAAA` });
  const other = await one.page.context().newPage();
  let refreshes = 0;
  one.page.context().on("request", (request) => {
    if (request.url().endsWith("/auth/refresh-token")) refreshes += 1;
  });
  await one.page.goto("/home");
  await one.page.getByTestId("balance").getByText("¢7.00").waitFor();
  await other.goto("/home");
  await other.getByTestId("balance").getByText("¢7.00").waitFor();
  expect(refreshes).toBe(1);
});
