/** The end of a session reaches every open tab. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { nextMidnight_ms } from "#ledger/terms/dates.ts";
import { signedIn, signIn, type OpenPage } from "./pages.ts";
import { nextPhone, openStage } from "./stage.ts";

const stage = openStage();

const paths = {
  Customer: [
    "/home",
    "/home/my-transactions",
    "/home/statement",
    "/home/topup",
    "/home/buy/MTNup2u",
    "/home/basket",
    "/home/user-details",
  ],
  Admin: [
    "/admin",
    "/admin/orders",
    "/admin/finance",
    "/admin/users",
    "/admin/audit",
    "/admin/statistics",
    "/home",
  ],
};

interface Tab extends OpenPage {
  path: string;
}

/** The browser's own line for a request that was under way when the session ended. */
const refusal = /^Failed to load resource: the server responded with a status of 40[13] /;

/** Opens a tab on each page of the level, all in one browser profile and in use. */
async function openTabs(
  level: keyof typeof paths,
  time_ms?: number,
): Promise<{ user: { _id: string }; tabs: Tab[] }> {
  const user = await stage.shop.addUser(`t${nextPhone()}`, nextPhone(), level, 5000);
  const first = await stage.pages.open();
  // The clock applies to the whole profile.
  if (time_ms !== undefined) await first.page.clock.install({ time: time_ms });
  await signedIn(first.page, user);
  await first.page.goto("/home");
  const tabs: Tab[] = [];
  for (const path of paths[level]) {
    const page = await first.page.context().newPage();
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error" && !refusal.test(message.text())) problems.push(message.text());
    });
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    tabs.push({ page, problems, path });
  }
  return { user, tabs };
}

async function atLogin(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "Login" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/");
}

describe.each(["Customer", "Admin"] as const)("with a tab on every page of %s", (level) => {
  test("a logout in one tab signs out the other tabs without errors, and they say why", async () => {
    const { tabs } = await openTabs(level);
    const leaving = tabs.at(-1)!;
    await leaving.page.bringToFront();
    await leaving.page.evaluate(() => {
      location.hash = "#signout";
    });
    for (const { page, problems, path } of tabs) {
      await atLogin(page);
      const told = await page.getByText("You logged out in another tab.").count();
      expect({ path, told, problems }).toEqual({ path, told: page === leaving.page ? 0 : 1, problems: [] });
    }
  });

  test("a ban signs out all tabs without errors, and they say why", async () => {
    const { user, tabs } = await openTabs(level);
    await stage.shop.command("change_status", stage.shop.admin._id, { user: user._id, status: "Banned" });
    for (const { page, problems, path } of tabs) {
      await atLogin(page);
      await page.getByText("This account is banned. Please contact support.").waitFor();
      expect({ path, problems }).toEqual({ path, problems: [] });
    }
  });

  test("midnight signs out all tabs without errors, and they say why", async () => {
    const midnight_ms = nextMidnight_ms(Date.now());
    const { tabs } = await openTabs(level, midnight_ms - 10 * 60_000);
    const { clock } = tabs[0]!.page;
    await clock.pauseAt(midnight_ms - 30_000);
    await clock.runFor(60_000);
    await clock.resume();
    for (const { page, problems, path } of tabs) {
      await atLogin(page);
      await page.getByText("Every session ends at midnight. Please log in again.").waitFor();
      expect({ path, problems }).toEqual({ path, problems: [] });
    }
  });
});

test("a login removes the reason of the last sign-out", async () => {
  const user = await stage.shop.addUser(`t${nextPhone()}`, nextPhone());
  const { page } = await stage.pages.open();
  await signIn(page, user);
  await stage.shop.call("POST", "/user/logout-everywhere", {}, { token: user.token });
  await page.getByText("Your session has ended. Please log in again.").waitFor();
  await signIn(page, user);
  await page.getByRole("main").getByRole("link", { name: "Top up" }).waitFor();
  await page.evaluate(() => {
    location.hash = "#signout";
  });
  await atLogin(page);
  expect(await page.getByRole("status").allInnerTexts()).not.toContain(
    "Your session has ended. Please log in again.",
  );
});
