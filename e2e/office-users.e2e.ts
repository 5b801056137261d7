/** Users in the back office. */
import { expect, test } from "vitest";
import { exported, openOffice } from "./office.ts";
import { desk } from "./pages.ts";

const { stage, newUser, open } = openOffice();

test("finds a user, makes them an Agent, bans them at once, unbans them and deletes them", async () => {
  const user = await newUser();
  const own = await stage.pages.openAs(user, "/home");
  await own.page.getByTestId("balance").first().waitFor();

  const { page, problems } = await open("/admin/users", desk);
  await page.getByRole("searchbox").fill(user.username);
  await page.getByText("Showing 1 of 1 entries").waitFor();
  const level = page.getByLabel(`Level of ${user.username}`);
  await expect
    .poll(() => level.locator("option").allTextContents())
    .toEqual(["Customer", "Agent", "Super Agent"]);
  await level.selectOption("Agent");
  await page.getByText("User level updated successfully").first().waitFor();
  await page.getByLabel(`Status of ${user.username}`).selectOption("Banned");
  await page.getByText("User status updated successfully").first().waitFor();
  // The ban affects the open page.
  await own.page.waitForURL((url) => url.pathname === "/");
  // A choice is shown before it is saved.
  const done = page.waitForResponse("**/api/user/*/status");
  await page.getByLabel(`Status of ${user.username}`).selectOption("Active");
  expect((await done).status()).toBe(200);
  await expect.poll(() => page.getByLabel(`Status of ${user.username}`).inputValue()).toBe("Active");
  const { name, text } = await exported(page);
  expect(name).toMatch(/^[\w-]+-users-[\d-]*(to-)?[\d-]+\.csv$/);
  expect(text).toContain(`${user.username},${user.phone},${user.email},0.00,Agent,Active`);
  expect(text.trim().split("\r\n")).toHaveLength(2);
  await page.getByRole("button", { name: `Delete ${user.username}` }).click();
  await page.getByRole("button", { name: "Yes, delete" }).click();
  await page.getByText("User deleted successfully").first().waitFor();
  await page.getByText("No records found").waitFor();
  expect(problems).toEqual([]);
});
