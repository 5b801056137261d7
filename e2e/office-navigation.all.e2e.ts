/** Finding one's way in the back office: the sidebar, the search of everything, and hints. */
import type { Page } from "playwright-core";
import type { OrderRecord } from "#contract/order-list.ts";
import { expect, test } from "vitest";
import { violationsInBothThemes } from "./axe.ts";
import { openOffice } from "./office.ts";
import { desk, drawn, phone } from "./pages.ts";
import { sees } from "./sees.ts";

const { stage, newUser, open } = openOffice();

async function buy(): Promise<{ order: OrderRecord; username: string }> {
  const buyer = await newUser(100_00);
  const { shop } = stage;
  const order = (await shop.buy(buyer)).body;
  return { order, username: buyer.username };
}

const search = (page: Page) => page.getByRole("dialog", { name: "Find anything" });

/** Opens the search, types, and opens the option with Enter. */
async function find(page: Page, typed: string, option: string | RegExp): Promise<void> {
  await page.keyboard.press("Control+k");
  const box = search(page).getByRole("combobox");
  await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type(typed);
  await search(page).getByRole("option", { name: option }).first().waitFor();
  const highlighted = search(page).locator("[role=option][data-highlighted]");
  const wanted = typeof option === "string" ? option : option.source;
  for (let n = 0; n < 20 && !new RegExp(wanted).test(await highlighted.innerText()); n++)
    await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await search(page).waitFor({ state: "detached" });
}

test("Ctrl+K opens any page, user, order, reference or act by keyboard", async () => {
  const { order, username } = await buy();
  const { page, problems } = await open("/admin");
  await find(page, "stat", "Statistics");
  const heading = page.getByRole("heading", { level: 1, name: "Statistics" });
  await heading.waitFor();
  // As after any other link.
  await expect.poll(() => heading.evaluate((it) => it === document.activeElement)).toBe(true);
  await find(page, username, username);
  await page.getByRole("heading", { level: 1, name: username }).waitFor();
  await find(page, order.reference, /^Order /);
  await page.getByRole("dialog", { name: `Order ${order.id}` }).waitFor();
  // Above another dialog it does nothing.
  await page.keyboard.press("Control+k");
  await drawn(page);
  await sees(search(page)).hasCount(0);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await find(page, String(order.chargedAt), /^Purchase /);
  await page.getByRole("dialog", { name: `Movement ${order.chargedAt}` }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await find(page, stage.shop.admin.username, /^Acts by /);
  await page.waitForURL(/\/admin\/audit\/acts\?actor=/);
  await find(page, "acts notice", "Acts: notice");
  await page.waitForURL(/\/admin\/audit\/acts\?kind=notice/);
  expect(problems).toEqual([]);
});

test.each([phone, desk])("the search is found by mouse and touch too, at $width px", async (size) => {
  const { page, problems } = await open("/admin/orders", size);
  await page.getByRole("button", { name: "Find anything" }).locator("visible=true").click();
  const list = search(page).getByRole("listbox");
  await list.getByRole("option", { name: "Dashboard" }).waitFor();
  expect(await violationsInBothThemes(page, "search")).toEqual([]);
  await page.keyboard.type("nothing like it");
  await search(page).getByText("Nothing found").waitFor();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("books");
  await list.getByRole("option", { name: "Books", exact: true }).click();
  await page.waitForURL("**/admin/audit/books");
  await page.keyboard.press("Control+k");
  await search(page).waitFor();
  await page.keyboard.press("Escape");
  await search(page).waitFor({ state: "detached" });
  expect(problems).toEqual([]);
});

test("on a desk, the sidebar collapses to icons with names, and stays so", async () => {
  const { page, problems } = await open("/admin/users");
  const links = page.getByRole("navigation", { name: "Admin" });
  const wide = (await links.boundingBox())?.width ?? 0;
  await page.getByRole("button", { name: "Collapse the menu" }).click();
  await expect.poll(async () => (await links.boundingBox())?.width).toBeLessThan(wide / 2);
  await page.reload();
  const orders = links.getByRole("link", { name: /^Orders/ });
  await orders.waitFor();
  expect((await links.boundingBox())?.width).toBeLessThan(wide / 2);
  const hint = page.locator("[data-slot=tooltip-content]");
  await links.getByRole("link", { name: "Dashboard" }).focus();
  await page.keyboard.press("Tab");
  await hint.getByText("Orders").waitFor();
  expect(await violationsInBothThemes(page, "collapsed sidebar")).toEqual([]);
  await page.keyboard.press("Escape");
  await hint.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Expand the menu" }).click();
  await expect.poll(async () => (await links.boundingBox())?.width).toBe(wide);
  await links.getByRole("link", { name: "Dashboard" }).focus();
  await page.keyboard.press("Tab");
  await expect.poll(() => orders.evaluate((link) => link === document.activeElement)).toBe(true);
  await drawn(page);
  await sees(hint).hasCount(0);
  // The narrower window has the links at the top, with their names.
  await page.getByRole("button", { name: "Collapse the menu" }).click();
  await page.setViewportSize({ width: 800, height: 800 });
  await links.getByText("Messages", { exact: true }).waitFor();
  expect((await links.boundingBox())?.width).toBe(800);
  expect(problems).toEqual([]);
});

test("on a desk, a text that is cut off is shown whole, by mouse and by keyboard", async () => {
  const { order } = await buy();
  const { page, problems } = await open("/admin/audit");
  // Not by its text: a time may have the same digits.
  const row = page
    .getByRole("row")
    .filter({ has: page.getByLabel(`Movement ${order.chargedAt}`, { exact: true }) });
  const cause = row.getByText(order.reference);
  const hint = page.locator("[data-slot=tooltip-content]");
  const whole = `${order.reference} · 1 GB MTNup2u for 024 412 3456`;
  await expect.poll(() => cause.getAttribute("tabindex")).toBe("0");
  await cause.hover();
  await hint.getByText(whole).waitFor();
  await page.mouse.move(0, 0);
  await hint.waitFor({ state: "detached" });
  await row.getByRole("button").focus();
  await page.keyboard.press("Tab");
  await hint.getByText(whole).waitFor();
  // A text that is whole is no stop for the keyboard.
  await sees(row.getByRole("cell", { name: "Purchase" }).locator("[tabindex]")).hasCount(0);
  expect(problems).toEqual([]);
});

test("an address that is no page says so inside the office", async () => {
  const { page } = await open("/admin/nowhere");
  await page.getByRole("heading", { level: 1, name: "Page not found" }).waitFor();
  expect(await violationsInBothThemes(page, "no page")).toEqual([]);
  await page.goto("/nowhere");
  await page.getByRole("heading", { level: 1, name: "Page not found" }).waitFor();
  expect(await violationsInBothThemes(page, "no page outside")).toEqual([]);
});
