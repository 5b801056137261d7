/** The end of a session reaches every open tab. */
import { describe, expect, test } from "vitest";
import { nextMidnight_ms } from "#contract/terms/dates.ts";
import { signIn } from "./pages.ts";
import { nextPhone, openStage } from "./stage.ts";
import { atLogin, ban, openTabs, signedOut } from "./sign-out-steps.ts";
import { seesNone } from "./sees.ts";

const stage = openStage();

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
    expect(await ban(await openTabs(level))).toEqual([]);
  });

  test("midnight signs out all tabs without errors, and they say why", async () => {
    const midnight_ms = nextMidnight_ms(Date.now());
    const { tabs } = await openTabs(level, { time_ms: midnight_ms - 10 * 60_000 });
    const { clock } = tabs[0]!.page;
    await clock.pauseAt(midnight_ms - 30_000);
    await clock.runFor(60_000);
    await clock.resume();
    expect(await signedOut(tabs, "Every session ends at midnight. Please log in again.")).toEqual([]);
  });
});

test("a login removes the reason of the last sign-out", async () => {
  const user = await stage.shop.addUser(`t${nextPhone()}`, nextPhone());
  const { page } = await stage.pages.open();
  await signIn(page, user);
  await stage.shop.as(user).post("/user/logout-everywhere", {});
  await page.getByText("Your session has ended. Please log in again.").waitFor();
  await signIn(page, user);
  await page.getByRole("main").getByRole("link", { name: "Top up" }).waitFor();
  await page.evaluate(() => {
    location.hash = "#signout";
  });
  await atLogin(page);
  await seesNone(
    page.getByRole("status").filter({ hasText: "Your session has ended. Please log in again." }),
  );
});
