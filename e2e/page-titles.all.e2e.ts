/** What a browser's tab and a screen reader say about the page on which the user has arrived. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { texts } from "#contract/terms/texts.ts";
import { desk, signedIn, signIn } from "./pages.ts";
import { nextPhone, openStage } from "./stage.ts";
import { seesNone } from "./sees.ts";

const stage = openStage({ shopName: "Ama's Shop" });

const focused = (page: Page) =>
  page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent}`);

test("each page names its tab after itself and the shop", async () => {
  const { page } = await stage.pages.open(desk);
  const expectTitles = async (titles: Record<string, string>) => {
    for (const [path, title] of Object.entries(titles)) {
      await page.goto(path);
      await expect.poll(async () => [path, await page.title()]).toEqual([path, `${title} · Ama's Shop`]);
    }
  };
  await expectTitles({
    "/": "Login",
    "/register": "Create Account",
    "/reset-password/token": "Reset password",
    "/check": "Check a receipt",
    "/prices": "What Ama's Shop sells",
  });
  await signedIn(page, stage.shop.admin);
  await expectTitles({
    "/home": "Home",
    "/home/buy/MTNup2u": "Buy MTNup2u",
    "/home/basket": "Basket",
    "/home/topup": "Top up",
    "/home/become-agent": "Become Agent",
    "/home/my-transactions": "Transactions",
    "/home/statement": "Wallet statement",
    "/home/user-details": "My Profile",
    "/admin": "Dashboard",
    "/admin/orders": "Orders",
    "/admin/finance": "Topups",
    "/admin/messages": "Messages",
    "/admin/users": "Users",
    [`/admin/users/${stage.shop.admin._id}`]: "admin",
    "/admin/products": "Products",
    "/admin/suppliers": "Suppliers",
    "/admin/shops": "Shops of agents",
    "/admin/statistics": "Statistics",
    "/admin/extras": "Other Info",
    "/admin/audit": "Audit",
    "/admin/audit/acts": "Administrative acts",
    "/admin/audit/wallet": "Wallet at a time",
    "/admin/audit/books": "Books",
    "/admin/audit/closing": "Closing",
    "/admin/audit/closing?tab=momo": "MoMo statement",
    "/admin/statistics/sales": "Sales and profit",
  });
});

test("another page's heading gets the focus, but not at the first load or when only the search changes", async () => {
  const user = await stage.shop.addUser(`f${nextPhone()}`, nextPhone(), "Customer", 10_000);
  await stage.shop.buy(user);
  const { page } = await stage.pages.openAs(user, "/home", desk);
  await page.getByTestId("balance").waitFor();
  expect(await focused(page)).toMatch(/^BODY/);
  await page.getByRole("link", { name: "Transactions" }).click();
  await expect.poll(() => focused(page)).toBe("H1 My transactions");
  await page.getByRole("searchbox").fill("1 gb");
  await page.waitForURL("**q=1*");
  expect(await focused(page)).toMatch(/^INPUT/);
  await page.getByRole("button", { name: "Rejected" }).click();
  await page.waitForURL("**status=rejected*");
  expect(await focused(page)).toBe("BUTTON rejected");
  await page.getByRole("button", { name: "Buy Bundle" }).click();
  await page.getByRole("menuitem", { name: "MTNup2u" }).click();
  await expect.poll(() => focused(page)).toBe("H1 Buy MTNup2u");
  // The same page for another network.
  await page.getByRole("button", { name: "Buy Bundle" }).click();
  await page.getByRole("menuitem", { name: "AFA" }).click();
  await expect.poll(() => focused(page)).toBe("H1 Buy AFA");
  await page.goBack();
  await expect.poll(() => focused(page)).toBe("H1 Buy MTNup2u");
  // A receipt that opens with its page keeps the focus.
  await page.goto("/home/buy/MTNup2u?to=0244123456&pkg=mtnup2u-1");
  await page.getByRole("button", { name: "Pay ¢4.80" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Yes, pay ¢4.80" }).click();
  await page.getByRole("dialog").getByRole("list", { name: "What happened" }).waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null))
    .toBe(true);
});

test("after signing in, and after signing out, the new page's heading gets the focus", async () => {
  const user = await stage.shop.addUser(`g${nextPhone()}`, nextPhone());
  const { page } = await stage.pages.open(desk);
  await signIn(page, user);
  await expect.poll(() => focused(page)).toContain(`H1 Good`);
  await page.goto("/home/user-details");
  await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
  await expect.poll(() => focused(page)).toBe("H1 Login");
  expect(await page.title()).toBe("Login · Ama's Shop");
  await seesNone(page.getByText(texts.loginSuccessful));
});
