/** Choosing a day and a user, by keyboard too. */
import { expect, test } from "vitest";
import { violations } from "./axe.ts";
import { openOffice } from "./office.ts";
import { desk, phone, settled } from "./pages.ts";
import { sees } from "./sees.ts";

const { stage, newUser, open } = openOffice();

test("on a desk, a day is typed in the shop's order, and a wrong one is explained", async () => {
  const { page, problems } = await open("/admin/orders?status=all&from=2026-11-05");
  const [from, to] = [
    page.getByLabel("From day", { exact: true }),
    page.getByLabel("To day", { exact: true }),
  ];
  await sees(from).inputValue().toBe("05/11/2026");
  await to.pressSequentially("7/11/2026");
  await page.waitForURL(/to=2026-11-07/);
  await to.press("Tab");
  await sees(to).inputValue().toBe("07/11/2026");
  await to.fill("31/11/2026");
  await to.press("Tab");
  await page.getByText("Please write it as dd/mm/yyyy").waitFor();
  await sees(to).getAttribute("aria-invalid").toBe("true");
  await to.fill("4/11/2026");
  await to.press("Tab");
  await page.getByText("Not before 05/11/2026").waitFor();
  expect(new URL(page.url()).searchParams.get("to")).toBe("2026-11-07");
  await to.fill("");
  await expect.poll(() => new URL(page.url()).searchParams.get("to")).toBe(null);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect.poll(() => from.inputValue()).toBe("");
  expect(problems).toEqual([]);
});

test("on a desk, a day is chosen from the calendar by keyboard", async () => {
  const { page, problems } = await open("/admin/orders?status=all&from=2026-11-05&to=2026-11-20");
  const button = page.getByRole("button", { name: "From day: calendar" });
  await button.focus();
  await page.keyboard.press("Enter");
  const calendar = page.getByRole("dialog", { name: "From day: calendar" });
  const focused = calendar.locator("button:focus");
  await expect.poll(() => focused.getAttribute("aria-label")).toContain("5 November 2026");
  expect(await violations(page)).toEqual([]);
  // A day after the last one cannot be chosen.
  await sees(calendar.getByRole("button", { name: /^21 November/ }))
    .isDisabled()
    .toBe(true);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => focused.getAttribute("aria-label")).toContain("13 November 2026");
  await page.keyboard.press("Enter");
  await page.waitForURL(/from=2026-11-13/);
  await calendar.waitFor({ state: "detached" });
  await sees(page.getByLabel("From day", { exact: true }))
    .inputValue()
    .toBe("13/11/2026");
  expect(await button.evaluate((it) => it === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await calendar.waitFor();
  await page.keyboard.press("Escape");
  await calendar.waitFor({ state: "detached" });
  expect(problems).toEqual([]);
});

test("on a touch screen, a day is the phone's own input, and reads day/month/year", async () => {
  const { page, problems } = await stage.pages.openAs(await newUser(), "/home/statement", phone, {
    hasTouch: true,
    isMobile: true,
  });
  const from = page.getByLabel("From", { exact: true });
  await from.waitFor();
  await sees(from).getAttribute("type").toBe("date");
  await sees(page.getByRole("button", { name: "From: calendar" })).hasCount(0);
  await from.fill("2026-11-05");
  await page.waitForURL(/from=2026-11-05/);
  await page.getByText("05/11/2026", { exact: true }).waitFor();
  expect(problems).toEqual([]);
});

test.each([phone, desk])("a user is found by typing and chosen by keyboard, at $width px", async (size) => {
  const user = await newUser(12_50);
  const { page, problems } = await open("/admin/finance", size);
  const form = page.getByRole("region", { name: "Credit or debit" });
  const field = form.getByRole("combobox", { name: "User" });
  await field.focus();
  await page.keyboard.type(user.phone);
  const option = form.getByRole("option", { name: user.username });
  await option.getByText("¢12.50").waitFor();
  // Base UI hides the rest of the page from screen readers while the list is open. Tab closes the list.
  const hides = /^(aria-hidden-focus|page-has-heading-one) /;
  expect((await violations(page)).filter((each) => !hides.test(each))).toEqual([]);
  await page.keyboard.press("Enter");
  await expect.poll(() => field.inputValue()).toBe(user.username);
  await form.getByText("· ¢12.50").waitFor();
  // What is typed and not chosen changes nothing.
  await page.keyboard.type("zzz");
  await form.getByText("No user found").waitFor();
  await page.keyboard.press("Tab");
  await expect.poll(() => field.inputValue()).toBe(user.username);
  await form.getByRole("button", { name: "Clear user" }).click();
  await expect.poll(() => field.inputValue()).toBe("");
  await settled(page);
  await sees(form.getByText("· ¢12.50")).hasCount(0);
  expect(problems).toEqual([]);
});
