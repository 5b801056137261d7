/** Login, registration, a forgotten password, and how a session ends. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { nextMidnight_ms } from "#contract/terms/dates.ts";
import { signIn, signedIn } from "./pages.ts";
import { nextPhone, openStage } from "./stage.ts";
import { links } from "./signing-in-steps.ts";
import { sees } from "./sees.ts";

const stage = openStage({
  sendPasswordReset: async ({ link }) => {
    links.push(link);
  },
});

test("reports a wrong password in a red toast and beside the form, and keeps only digits of the phone", async () => {
  const user = await stage.shop.addUser(`w${nextPhone()}`, nextPhone());
  const { page } = await stage.pages.open();
  await page.goto("/");
  await page.getByLabel("Phone").fill("+233 (0)55-9a00b0001 99");
  await sees(page.getByLabel("Phone"))
    .inputValue()
    .toMatch(/^\d{10}$/);
  await page.getByLabel("Phone").fill(user.phone);
  await page.getByLabel("Password", { exact: true }).fill("not this one");
  await page.getByRole("button", { name: "Show" }).click();
  await sees(page.getByLabel("Password", { exact: true }))
    .getAttribute("type")
    .toBe("text");
  await page.getByRole("button", { name: "Login" }).click();
  await page.locator("[data-variant=danger]").waitFor();
  await expect.poll(() => page.getByRole("alert").innerText()).not.toBe("");
  expect(new URL(page.url()).pathname).toBe("/");
});

test("shows an alert when the server refuses a registration, and keeps what was typed", async () => {
  const taken = await stage.shop.addUser(`t${nextPhone()}`, nextPhone());
  const { page } = await stage.pages.open();
  await page.goto("/register");
  await page.getByLabel("Username").fill(taken.username);
  await page.getByLabel("Phone").fill(nextPhone());
  await page.getByLabel("Email").fill(`x${taken.email}`);
  for (const label of ["Password", "Confirm password"])
    await page.getByLabel(label, { exact: true }).fill("a long enough one");
  await page.getByRole("button", { name: "Register" }).click();
  await page.getByRole("alert").getByText("This username is already taken").waitFor();
  await sees(page.getByLabel("Email")).inputValue().toBe(`x${taken.email}`);
  expect(new URL(page.url()).pathname).toBe("/register");
});

test("signs everybody out at midnight after a warning five minutes before, and keeps what was typed", async () => {
  const user = await stage.shop.addUser(`m${nextPhone()}`, nextPhone(), "Agent", 5000);
  const { page } = await stage.pages.open();
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
  await sees(page.getByText("signed out at midnight")).hasCount(0);
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
    expect((await stage.shop.as({ token }).get("/user")).status).toBe(401);
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
  expect(await kept(page)).toEqual([]);
});

test("a logout without a connection empties the page's storage too", async () => {
  const user = await stage.shop.addUser(`w${nextPhone()}`, nextPhone(), "Customer", 700);
  const { page } = await stage.pages.openAs(user, "/home/user-details");
  const logout = page.getByRole("main").getByRole("button", { name: "Logout" });
  await logout.waitFor();
  await expect.poll(() => kept(page)).toContain("CurrUser");
  await page.context().setOffline(true);
  await logout.click();
  await page.getByRole("heading", { name: "Login" }).waitFor();
  expect(await kept(page)).toEqual([]);
});

/** What the page's storage still has of a user. */
const kept = (page: Page) =>
  page.evaluate(() =>
    ["userInfo", "token", "cartItems", "CurrUser", "orderHistory"].filter(
      (key) => localStorage.getItem(key) !== null,
    ),
  );

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
  await sees(page.getByRole("alertdialog")).hasCount(0);
});

test("says that JavaScript is needed if it is turned off", async () => {
  const { page } = await stage.pages.open(undefined, { javaScriptEnabled: false });
  for (const path of ["/", "/home"]) {
    await page.goto(path);
    // Found by its position, because a search by text skips noscript.
    const said = page.locator("noscript p");
    await said.waitFor();
    await sees(said).innerText().toContain("needs JavaScript, which is turned off");
  }
});
