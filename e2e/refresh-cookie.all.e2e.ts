/** No script of the page can read the refresh token: it is in a cookie, and everything that renews a session still works. */
import { expect, test } from "vitest";
import { phone, signIn } from "./pages.ts";
import { openStage } from "./stage.ts";
import { addUser, refreshCookie, letTokenExpire, stored, refresh } from "./refresh-cookie-steps.ts";

const stage = openStage();

test("two tabs whose access token has expired renew it once", async () => {
  const user = await addUser(700);
  const { page } = await stage.pages.open(phone);
  await signIn(page, user);
  const other = await page.context().newPage();
  let refreshes = 0;
  page.context().on("request", (request) => {
    if (request.url().endsWith("/auth/refresh-token")) refreshes += 1;
  });
  await letTokenExpire(page);
  const tabs = [page, other];
  await Promise.all(tabs.map((tab) => tab.goto("/home")));
  for (const tab of tabs) {
    await tab.bringToFront();
    await tab.getByTestId("balance").getByText("¢7.00").waitFor();
  }
  expect(refreshes).toBe(1);
});

test("a session that still has its refresh token in storage gets the cookie with its first refresh", async () => {
  const user = await addUser(700);
  const { page } = await stage.pages.openAs({ ...user, token: "run.out.now" }, "/home", phone);
  await page.getByTestId("balance").getByText("¢7.00").waitFor();
  await expect.poll(async () => (await stored(page)).refreshToken).toBe("");
  expect((await refreshCookie(page.context()))?.value).toMatch(/^r1\./);
  await letTokenExpire(page);
  await page.reload();
  await expect.poll(async () => (await stored(page)).token).toMatch(/^v1\./);
  await page.getByTestId("balance").getByText("¢7.00").waitFor();
});

test("a logout deletes the cookie, and its token renews nothing", async () => {
  const user = await addUser();
  const { page } = await stage.pages.open(phone);
  await signIn(page, user);
  const cookie = await refreshCookie(page.context());
  await page.goto("/home#signout");
  await page.waitForURL(/\/$/);
  await expect.poll(() => refreshCookie(page.context())).toBeUndefined();
  expect((await refresh(cookie?.value ?? "")).status).toBe(401);
});

test("the late answer of a logout does not end the session of the next login", async () => {
  const [user, next] = [await addUser(), await addUser(900)];
  const { page } = await stage.pages.open(phone);
  await signIn(page, user);
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/user/logout", async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  const asked = page.waitForRequest("**/api/user/logout");
  const answered = page.waitForEvent("requestfinished", (request) => request.url().endsWith("/user/logout"));
  const given = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/user/logout"));
  await page.evaluate(() => (location.hash = "#signout"));
  await asked;
  // In the same document: a navigation would end the call anyway.
  await page.getByLabel("Phone").fill(next.phone);
  await page.getByLabel("Password", { exact: true }).fill(next.password);
  await page.getByRole("button", { name: "Login" }).click();
  await expect.poll(async () => (await stored(page))._id).toBe(next._id);
  answer();
  await Promise.any([answered, given]);
  await letTokenExpire(page);
  await page.reload();
  await page.getByTestId("balance").getByText("¢9.00").waitFor();
  expect((await stored(page))._id).toBe(next._id);
});
