/** What sign-out.e2e.ts and sign-out.all.e2e.ts do on these pages. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { signedIn, type OpenPage } from "./pages.ts";
import { stage, nextPhone } from "./stage.ts";

export const paths = {
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

export interface Tab extends OpenPage {
  path: string;
}

/** The browser's own line for a request that was under way when the session ended. */
export const refusal = /^Failed to load resource: the server responded with a status of 40[13] /;

/** Opens a tab on each of these pages, all in one browser profile and in use. */
export async function openTabs(
  level: keyof typeof paths,
  { at = paths[level], time_ms }: { at?: string[]; time_ms?: number } = {},
): Promise<{ user: { _id: string }; tabs: Tab[] }> {
  const user = await stage.shop.addUser(`t${nextPhone()}`, nextPhone(), level, 5000);
  const first = await stage.pages.open();
  // The clock applies to the whole profile.
  if (time_ms !== undefined) await first.page.clock.install({ time: time_ms });
  await signedIn(first.page, user);
  const tabs: Tab[] = [];
  for (const path of at) {
    // The first one signs in for all.
    const page = tabs.length === 0 ? first.page : await first.page.context().newPage();
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

/** Waits until each tab is at the login and says this. Returns the problems that the tabs had. */
export async function signedOut(tabs: Tab[], reason: string): Promise<string[]> {
  for (const { page } of tabs) {
    await atLogin(page);
    await page.getByText(reason).waitFor();
  }
  return tabs.flatMap(({ path, problems }) => problems.map((problem) => `${path}: ${problem}`));
}

/** Bans the user of these tabs, and returns the problems that the tabs had. */
export async function ban({ user, tabs }: Awaited<ReturnType<typeof openTabs>>): Promise<string[]> {
  await stage.shop.command("change_status", "system", { user: user._id, status: "Banned" });
  return signedOut(tabs, "This account is banned. Please contact support.");
}

export async function atLogin(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "Login" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/");
}
