/** Login, registration, a forgotten password, and how a session ends. */
import { expect, test } from "vitest";
import { signIn } from "./pages.ts";
import { nextPhone, openStage } from "./stage.ts";
import { links, toast } from "./signing-in-steps.ts";
import { sees } from "./sees.ts";

const stage = openStage({
  sendPasswordReset: async ({ link }) => {
    links.push(link);
  },
});

test("a successful login says so and opens home after two seconds, and / and /register then redirect to home", async () => {
  const user = await stage.shop.addUser(`g${nextPhone()}`, nextPhone());
  const { page, problems } = await stage.pages.open();
  const start_ms = Date.now();
  await page.clock.install({ time: start_ms });
  await page.goto("/");
  await page.getByLabel("Phone").click();
  // The first touch loads the code of notifications. The clock stops after that.
  await page.waitForLoadState("networkidle");
  await page.clock.pauseAt(start_ms + 60_000);
  await page.getByLabel("Phone").fill(user.phone);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Login" }).click();
  await expect
    .poll(
      async () => {
        await page.clock.runFor(5);
        return page.getByText("Login successful").count();
      },
      { timeout: 45_000 },
    )
    .toBe(1);
  await page.clock.runFor(1900);
  expect(new URL(page.url()).pathname).toBe("/");
  await sees(toast(page)).getAttribute("data-variant").toBe("success");
  await page.getByText("Notification", { exact: true }).waitFor();
  await page.clock.runFor(200);
  await page.waitForURL("**/home");
  const [userInfo, token, loginTime, loginDate] = await page.evaluate(() =>
    ["userInfo", "token", "loginTime", "loginDate"].map((key) => localStorage.getItem(key)),
  );
  expect(JSON.parse(userInfo ?? "")).toMatchObject({ _id: user._id, token });
  expect(loginDate).toBe(new Date(Number(loginTime)).toISOString().slice(0, 10));
  await page.clock.runFor(800);
  await sees(toast(page)).hasCount(1);
  await page.clock.runFor(200);
  await toast(page).waitFor({ state: "detached" });
  await page.clock.resume();
  await page.goto("/");
  await page.waitForURL("**/home");
  await page.goto("/register?redirect=%2Fhome%2Ftopup");
  await page.waitForURL("**/home/topup");
  await page.goto("/register?redirect=%2F%2Fevil.example");
  await page.waitForURL("**/home");
  expect(new URL(page.url()).origin).toBe(stage.shop.server.url);
  expect(problems).toEqual([]);
});

test("registration redirects only within this site", async () => {
  for (const [redirect, target] of [
    ["/home/topup", "/home/topup"],
    ["//evil.example/x", "/home"],
  ]) {
    const { page } = await stage.pages.open();
    await page.goto(`/register?redirect=${encodeURIComponent(redirect ?? "")}`);
    const phone = nextPhone();
    await page.getByRole("button", { name: "Register" }).click();
    await page.getByRole("alert").getByText("All fields are required").waitFor();
    await page.getByLabel("Username").fill(` New${phone} `);
    await page.getByLabel("Phone").fill(phone);
    await page.getByLabel("Email").fill(`New${phone}@Example.com`);
    await page.getByLabel("Password", { exact: true }).fill("a long enough one");
    await page.getByLabel("Confirm password").fill("another one");
    await page.getByRole("button", { name: "Register" }).click();
    await page.getByRole("alert").getByText("Passwords do not match").waitFor();
    await page.getByLabel("Confirm password").fill("a long enough one");
    const asked = page.waitForRequest("**/api/user/register");
    await page.getByRole("button", { name: "Register" }).click();
    expect((await asked).postDataJSON()).toEqual({
      username: `new${phone}`,
      phone,
      email: `new${phone}@example.com`,
      password: "a long enough one",
    });
    await page.waitForURL(/\/home/);
    expect(new URL(page.url()).pathname).toBe(target);
    expect(new URL(page.url()).origin).toBe(stage.shop.server.url);
    await page.context().close();
  }
});

test("requests a password reset on the login page, and the link works once", async () => {
  const phone = nextPhone();
  const user = await stage.shop.addUser(`f${phone}`, phone);
  const { page } = await stage.pages.open();
  await page.goto("/");
  await page.getByRole("button", { name: "Forgot your password?" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await sees(page.getByRole("button", { name: "Send Reset Email" })).hasCount(0);
  await page.getByRole("button", { name: "Forgot your password?" }).click();
  await page.getByRole("button", { name: "Send Reset Email" }).click();
  await page.getByText("All fields are required").waitFor();
  await page.getByLabel("Email").fill(user.email);
  await page.getByRole("button", { name: "Send Reset Email" }).click();
  await page.getByText("Password reset email sent. Please check your inbox.").first().waitFor();
  await expect.poll(() => links.length).toBeGreaterThan(0);
  const { pathname } = new URL(links.pop() ?? "");
  await page.goto(pathname);
  await page.getByLabel("Phone of your account").fill(phone);
  await page.getByLabel("New password", { exact: true }).fill("the second one");
  await page.getByLabel("Confirm new password").fill("the third one");
  await page.getByRole("button", { name: "Reset password" }).click();
  await page.getByText("Passwords do not match").first().waitFor();
  await page.getByLabel("Confirm new password").fill("the second one");
  const gone = { status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" };
  await page.route("**/api/user/reset-password/*", (route) => route.fulfill(gone), { times: 1 });
  await page.getByRole("button", { name: "Reset password" }).click();
  // The toast is checked first, because it disappears. The alert stays.
  await page
    .locator("[data-variant=danger]")
    .getByText("Error resetting password", { exact: true })
    .waitFor();
  await page.getByRole("alert").getByText("Error resetting password", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Reset password" }).click();
  await page.waitForURL(/\/$/);
  await signIn(page, { phone: user.phone, password: "the second one" });
  await page.goto(pathname);
  await page.getByRole("alert").getByText("This link has expired or was already used.").waitFor();
  await page.getByRole("button", { name: "Send Reset Email" }).waitFor();
});

test("a 401 leads to one refresh and one retry, also with two tabs", async () => {
  const user = await stage.shop.addUser(`r${nextPhone()}`, nextPhone(), "Customer", 700);
  const one = await stage.pages.openAs({ ...user, token: `${user.token.slice(0, -4)}AAAA` });
  const other = await one.page.context().newPage();
  let refreshes = 0;
  one.page.context().on("request", (request) => {
    if (request.url().endsWith("/auth/refresh-token")) refreshes += 1;
  });
  const tabs = [one.page, other];
  await Promise.all(tabs.map((page) => page.goto("/home")));
  for (const page of tabs) {
    await page.bringToFront();
    await page.getByTestId("balance").getByText("¢7.00").waitFor();
  }
  expect(refreshes).toBe(1);
});
