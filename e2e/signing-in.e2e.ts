/** Login, registration, a forgotten password, and how a session ends. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { nextMidnight_ms } from "#ledger/terms/dates.ts";
import { phone, signIn, signedIn } from "./pages.ts";
import { nextPhone, openStage } from "./stage.ts";

const links: string[] = [];
const stage = openStage({
  sendPasswordReset: async ({ link }) => {
    links.push(link);
  },
});

const toast = (page: Page) => page.locator("[data-variant]");

describe("on a phone", () => {
  const width = phone;

  test("reports a wrong password in a red toast and beside the form, and keeps only digits of the phone", async () => {
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
    await page.locator("[data-variant=danger]").waitFor();
    await expect.poll(() => page.getByRole("alert").innerText()).not.toBe("");
    expect(new URL(page.url()).pathname).toBe("/");
  });

  test("a successful login says so and opens home after two seconds, and / and /register then redirect to home", async () => {
    const user = await stage.shop.addUser(`g${nextPhone()}`, nextPhone());
    const { page, problems } = await stage.pages.open(width);
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
    expect(await toast(page).getAttribute("data-variant")).toBe("success");
    await page.getByText("Notification", { exact: true }).waitFor();
    await page.clock.runFor(200);
    await page.waitForURL("**/home");
    const [userInfo, token, loginTime, loginDate] = await page.evaluate(() =>
      ["userInfo", "token", "loginTime", "loginDate"].map((key) => localStorage.getItem(key)),
    );
    expect(JSON.parse(userInfo ?? "")).toMatchObject({ _id: user._id, token });
    expect(loginDate).toBe(new Date(Number(loginTime)).toISOString().slice(0, 10));
    await page.clock.runFor(800);
    expect(await toast(page).count()).toBe(1);
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
      ["https://evil.example/", "/home"],
    ]) {
      const { page } = await stage.pages.open(width);
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

  test("shows an alert when the server refuses a registration, and keeps what was typed", async () => {
    const taken = await stage.shop.addUser(`t${nextPhone()}`, nextPhone());
    const { page } = await stage.pages.open(width);
    await page.goto("/register");
    await page.getByLabel("Username").fill(taken.username);
    await page.getByLabel("Phone").fill(nextPhone());
    await page.getByLabel("Email").fill(`x${taken.email}`);
    for (const label of ["Password", "Confirm password"])
      await page.getByLabel(label, { exact: true }).fill("a long enough one");
    await page.getByRole("button", { name: "Register" }).click();
    await page.getByRole("alert").getByText("This username is already taken").waitFor();
    expect(await page.getByLabel("Email").inputValue()).toBe(`x${taken.email}`);
    expect(new URL(page.url()).pathname).toBe("/register");
  });

  test("requests a password reset on the login page, and the link works once", async () => {
    const phone = nextPhone();
    const user = await stage.shop.addUser(`f${phone}`, phone);
    const { page } = await stage.pages.open(width);
    await page.goto("/");
    await page.getByRole("button", { name: "Forgot your password?" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    expect(await page.getByRole("button", { name: "Send Reset Email" }).count()).toBe(0);
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
    // The toast is checked first, because it disappears. The alert stays.
    await page.locator("[data-variant=danger]").getByText("This link has expired").waitFor();
    await page.getByRole("alert").getByText("This link has expired or was already used.").waitFor();
    const gone = { status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" };
    await page.route("**/api/user/reset-password/*", (route) => route.fulfill(gone), { times: 1 });
    await page.getByRole("button", { name: "Reset password" }).click();
    await page
      .locator("[data-variant=danger]")
      .getByText("Error resetting password", { exact: true })
      .waitFor();
    await page.getByRole("alert").getByText("Error resetting password", { exact: true }).waitFor();
  });

  test("signs everybody out at midnight after a warning five minutes before, and keeps what was typed", async () => {
    const user = await stage.shop.addUser(`m${nextPhone()}`, nextPhone(), "Agent", 5000);
    const { page } = await stage.pages.open(width);
    const shows = (label: string, value: string) =>
      expect.poll(() => page.getByLabel(label).inputValue(), { message: label }).toBe(value);
    const midnight_ms = nextMidnight_ms(Date.now());
    await page.clock.install({ time: midnight_ms - 10 * 60_000 });
    await signedIn(page, user);
    await page.goto("/home/buy/MTNup2u");
    await page.getByLabel("Beneficiary number").fill("0244123456");
    await page.getByRole("radio", { name: /^5 GB/ }).check();
    await page.getByRole("button", { name: "Add to basket" }).click();
    await page.getByLabel("Beneficiary number").fill("0244123456");
    await page.getByRole("button", { name: "Many numbers at once" }).click();
    await page.getByLabel("One number per line").fill("0201234567 1");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Save 024 412 3456" }).click();
    await page.getByLabel("Name").fill("Auntie");
    await page.keyboard.press("Escape");
    await page.goto("/home/user-details");
    await page.getByLabel("First name").fill("Adwoa");
    await page.getByLabel("Phone").fill("0240009999");
    await page.getByLabel("Current password").fill("not to be kept");
    await page.getByLabel("Address").fill("https://shop.example/hook");
    await page.goto("/home/topup?notice=topup&amount=75");
    await page.getByLabel("MoMo transaction ID").fill("MP7788");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByLabel("Amount").fill("85");
    expect(await page.getByText("signed out at midnight").count()).toBe(0);
    // The clock stops here, however long the rest takes.
    await page.clock.pauseAt(midnight_ms - 4.5 * 60_000);
    await page.getByText("You will be signed out at midnight, in 5 minutes.").waitFor();
    await page.clock.runFor(5 * 60_000);
    await page.waitForURL(/\/$/);
    await page.clock.resume();
    expect(await page.evaluate(() => localStorage.getItem("userInfo"))).toBeNull();
    await page.getByLabel("Phone").fill(user.phone);
    await page.getByLabel("Password", { exact: true }).fill(user.password);
    await page.getByRole("button", { name: "Login" }).click();
    await page.waitForURL("**/home");
    await page.goto("/home/buy/MTNup2u");
    await shows("Beneficiary number", "024 412 3456");
    await page.getByRole("radio", { name: /^5 GB/, checked: true }).waitFor();
    await page.getByRole("button", { name: "Many numbers at once" }).click();
    await shows("One number per line", "0201234567 1");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Save 024 412 3456" }).click();
    await shows("Name", "Auntie");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.goto("/home/basket");
    await page.getByRole("button", { name: "Pay ¢21.90 · 1 order" }).waitFor();
    await page.goto("/home/user-details");
    await shows("First name", "Adwoa");
    await shows("Phone", "024 000 9999");
    await shows("Current password", "");
    await shows("Address", "https://shop.example/hook");
    await page.goto("/home/topup");
    await shows("Amount", "85");
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await shows("MoMo transaction ID", "MP7788");
    expect(JSON.stringify(await page.evaluate(() => [localStorage, sessionStorage]))).not.toContain(
      "not to be kept",
    );
  });
});

test("guests can open only the guest pages, and password managers can fill the fields", async () => {
  const { page } = await stage.pages.open();
  for (const path of ["/home", "/home/topup", "/home/buy/MTNup2u", "/admin", "/admin/orders"]) {
    await page.goto(path);
    await page.waitForURL(/\/$/);
    await page.getByRole("heading", { name: "Login" }).waitFor();
  }
  await page.getByText(new RegExp(`^Cedibook · ${new Date().getUTCFullYear()}$`)).waitFor();
  const kinds = (labels: string[]) =>
    Promise.all(labels.map((label) => page.getByLabel(label, { exact: true }).getAttribute("autocomplete")));
  expect(await kinds(["Phone", "Password"])).toEqual(["username", "current-password"]);
  await page.getByRole("link", { name: "Create Account" }).click();
  await page.getByRole("heading", { name: "Create Account" }).waitFor();
  expect(await kinds(["Password", "Confirm password"])).toEqual(["new-password", "new-password"]);
});

test("#signout and Logout end the session on the server, even with an expired access token", async () => {
  for (const leave of ["hash", "menu"] as const) {
    const user = await stage.shop.addUser(`e${nextPhone()}`, nextPhone());
    const { page } = await stage.pages.open();
    await signIn(page, user);
    const token = await page.evaluate(() => localStorage.getItem("token") ?? "");
    const ended = page.waitForResponse(
      (response) => response.url().endsWith("/api/user/logout") && response.status() === 200,
    );
    if (leave === "hash") await page.goto("/home#signout");
    else {
      // The same as after the page was open for 15 minutes.
      await page.route(
        "**/api/user/logout",
        (route) =>
          route.continue({ headers: { ...route.request().headers(), authorization: "Bearer run.out.now" } }),
        { times: 1 },
      );
      await page.getByRole("button", { name: "Cedibook menu" }).click();
      await page.getByRole("menuitem", { name: "Logout" }).click();
    }
    await page.waitForURL(/\/$/);
    await ended;
    expect((await stage.shop.call("GET", "/user", undefined, { token })).status).toBe(401);
  }
});

test("a login from an earlier day, #signout and a logout in another tab all sign out", async () => {
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

test("a login page continues when another tab signs in, and a tab whose user changes shows no data of the first user", async () => {
  const [user, next] = [
    await stage.shop.addUser(`o${nextPhone()}`, nextPhone(), "Customer", 300),
    await stage.shop.addUser(`o${nextPhone()}`, nextPhone(), "Customer", 400),
  ];
  const { page } = await stage.pages.open();
  await page.goto("/");
  const other = await page.context().newPage();
  await signIn(other, user);
  await page.waitForURL("**/home");
  await page.getByTestId("balance").getByText("¢3.00").waitFor();

  await page.goto("/home/buy/MTNup2u");
  await page.getByLabel("Beneficiary number").fill("0244123456");
  await page.getByRole("radio", { name: /^1 GB/ }).check();
  await page.getByRole("button", { name: /^Pay ¢/ }).click();
  await page.getByRole("alertdialog").waitFor();
  // The same as in a tab that slept while another tab changed the user.
  await other.evaluate((record) => {
    localStorage.removeItem("CurrUser");
    localStorage.setItem("token", record.token);
    localStorage.setItem("userInfo", JSON.stringify(record));
  }, next);
  await page.waitForURL("**/home");
  await page.getByTestId("balance").getByText("¢4.00").waitFor();
  expect(await page.getByRole("alertdialog").count()).toBe(0);
});

test("a 401 leads to one refresh and one retry, also with two tabs", async () => {
  const user = await stage.shop.addUser(`r${nextPhone()}`, nextPhone(), "Customer", 700);
  const one = await stage.pages.open();
  await signedIn(one.page, { ...user, token: `${user.token.slice(0, -4)}AAAA` });
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

test("says that JavaScript is needed if it is turned off", async () => {
  const { page } = await stage.pages.open(undefined, { javaScriptEnabled: false });
  for (const path of ["/", "/home"]) {
    await page.goto(path);
    // Found by its position, because a search by text skips noscript.
    const said = page.locator("noscript p");
    await said.waitFor();
    expect(await said.innerText()).toContain("needs JavaScript, which is turned off");
  }
});
