/** Top-ups, credits and debits in the back office. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { violations } from "./axe.ts";
import { officeWidths, openOffice } from "./office.ts";
import { nextPhone } from "./stage.ts";
import { asked, balanceOf, history } from "./office-topups-steps.ts";
import { sees } from "./sees.ts";

const { stage, newUser, open } = openOffice();

describe.each(officeWidths)("on %s", (_, size) => {
  test("approves and declines several requests at once, and the customer reads the reason", async () => {
    const user = await newUser();
    const [one, two, agent, twin, unpaid] = [
      await asked(user),
      await asked(user),
      await asked(user, "agent-upgrade"),
      await asked(user, "topup", `SAME${size.width}`),
      await asked(user, "topup", `SAME${size.width}`),
    ];
    const { page, problems } = await open(`/admin/finance?wait=${user.username}`, size);
    await cardOf(page, unpaid).waitFor();
    await page.keyboard.press("a");
    const bar = page.getByRole("region", { name: "Selected requests" });
    await bar.getByText("5 selected · ¢250.00").waitFor();
    // The key of another list does nothing here.
    await page.keyboard.press("c");
    await page.keyboard.press("p");
    const dialog = page.getByRole("alertdialog", { name: "Approve 3 requests · ¢150.00?" });
    await dialog.getByText("2 requests have the MoMo ID of another request.").waitFor();
    await dialog.getByText("1 request to become an Agent: the user becomes one.").waitFor();
    expect(await violations(page)).toEqual([]);
    await stage.shop.command("decline_topup", stage.shop.admin._id, { topup: two });
    await dialog.getByRole("button", { name: "Yes, approve" }).click();
    const partly = page.getByRole("alertdialog", { name: "1 request not approved" });
    await partly.getByText("This recharge request is already declined").waitFor();
    await partly.getByText("2 requests approved").waitFor();
    await partly.getByRole("button", { name: "OK" }).click();
    await page.getByRole("region", { name: "Results" }).getByText("2 requests approved, 1 not").waitFor();
    expect(await balanceOf(user)).toBe(100_00);
    await cardOf(page, one).waitFor({ state: "detached" });
    await cardOf(page, agent).waitFor({ state: "detached" });

    await cardOf(page, twin).getByRole("checkbox").check();
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await bar.getByRole("button", { name: "Decline" }).click();
    const decline = page.getByRole("alertdialog", { name: "Decline 2 requests · ¢100.00?" });
    await decline.getByLabel("Reason for the customer (optional)").fill("We found no payment");
    await decline.getByRole("button", { name: "Yes, decline" }).click();
    await page.getByText("2 requests declined").first().waitFor();
    expect(await balanceOf(user)).toBe(100_00);

    const own = await stage.pages.openAs(user, "/home/topup", size);
    const funding = own.page.getByRole("region", { name: "Funding History" });
    await expect.poll(() => funding.getByText("We found no payment").count()).toBe(2);
    // The browser notes the refused request.
    expect(problems).toEqual([expect.stringContaining("409 (Conflict)")]);
    expect(own.problems).toEqual([]);
  });

  test("says beforehand that another admin will be asked", async () => {
    const { shop } = stage;
    const other = await shop.addUser(`asker${size.width}`, nextPhone(), "Admin");
    await shop.command("change_topup_limit", shop.admin._id, { limit: 200_00 });
    const user = await newUser();
    const recharge = await asked(user);
    const { page } = await open(`/admin/finance?wait=${user.username}`, size);
    await cardOf(page, recharge).getByRole("button", { name: "Approve" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog
      .getByText("For an account that is younger than 7 days, more than ¢40.00 takes two admins.")
      .waitFor();
    await dialog.getByRole("button", { name: "Yes, approve" }).click();
    await page.getByText("Another admin must approve this first.").first().waitFor();
    await cardOf(page, recharge).getByRole("button", { name: "Approve" }).click();
    await dialog.getByText("You have already asked for this.").waitFor();

    const second = await stage.pages.openAs(other, `/admin/finance?wait=${user.username}`, size);
    await cardOf(second.page, recharge).getByRole("button", { name: "Approve" }).click();
    await second.page.getByRole("alertdialog").getByText("asked for this. If you approve too").waitFor();
    await second.page.getByRole("button", { name: "Yes, approve" }).click();
    await second.page.getByText("Recharge request approved").first().waitFor();
    expect(await balanceOf(user)).toBe(50_00);
    await shop.command("change_topup_limit", "system", { limit: null });
  });
});

const approvals = (page: Page) => page.getByRole("region", { name: "Waiting for a second admin" });

const pendingRequests = (page: Page) => page.getByRole("region", { name: "Pending requests" });

const cardOf = (page: Page, recharge: number) => page.locator(`[data-recharge="${recharge}"]`);

test("lists the oldest requests first, finds each one however many wait, and lets only one admin decide it", async () => {
  const { shop } = stage;
  // Nobody may have more than ten pending requests.
  const users = [await newUser(), await newUser(), await newUser()];
  const user = users[2]!;
  const numbers: number[] = [];
  for (let n = 0; n < 22; n++) numbers.push(await asked(users[Math.floor(n / 8)]!));
  const [first, second, last] = [numbers[0]!, numbers[1]!, numbers.at(-1)!];
  const { page } = await open("/admin/finance");
  const waiting = pendingRequests(page);
  await cardOf(page, first).waitFor();
  await sees(cardOf(page, last)).hasCount(0);
  await waiting.getByRole("button", { name: "Next page" }).click();
  await cardOf(page, last).waitFor();
  await sees(cardOf(page, first)).hasCount(0);

  await page.goto(`/admin/users/${user._id}?tab=requests`);
  await page
    .getByRole("row")
    .filter({ hasText: `T-${last}` })
    .getByRole("link", { name: "Decide" })
    .click();
  await waiting.getByText("Showing 1 of 1 entries").waitFor();
  await cardOf(page, last).getByRole("button", { name: "Approve" }).click();
  await page.getByRole("button", { name: "Yes, approve" }).click();
  await page.getByText("Recharge request approved").first().waitFor();
  await waiting.getByText("No records found").waitFor();
  const line = history(page)
    .getByRole("row")
    .filter({ hasText: `T-${last}` });
  await line.getByRole("cell", { name: "approved" }).waitFor();
  await line.getByRole("cell", { name: "admin", exact: true }).waitFor();

  await waiting.getByRole("searchbox").fill("");
  await cardOf(page, second).getByRole("button", { name: "Approve" }).click();
  const by = shop.admin._id;
  await shop.command("decline_topup", by, { topup: first });
  await cardOf(page, first).getByText("declined").waitFor();
  await sees(cardOf(page, first).getByRole("button")).hasCount(0);
  await shop.command("decline_topup", by, { topup: second });
  await page.getByRole("button", { name: "Yes, approve" }).click();
  await page.getByRole("alertdialog").getByText("This recharge request is already declined").waitFor();
  for (const recharge of numbers.slice(2, -1)) await shop.command("decline_topup", by, { topup: recharge });
});

test("approves an agent request and its level once, even if the answer is lost", async () => {
  const user = await newUser();
  const recharge = await asked(user, "agent-upgrade");
  const { page } = await open("/admin/finance");
  await cardOf(page, recharge).getByText("Wants to become an Agent").waitFor();
  await cardOf(page, recharge).getByRole("button", { name: "Approve" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText("¢0.00 → ¢50.00").waitFor();
  await page.route(
    `**/api/recharge/${recharge}/approve`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await dialog.getByRole("button", { name: "Approve and make Agent" }).click();
  await dialog.getByText("It may have been done anyway.").waitFor();
  await dialog.getByRole("button", { name: "Retry" }).click();
  await page.getByText("Recharge request approved").first().waitFor();
  await page.goto(`/admin/users/${user._id}`);
  await page.getByRole("region", { name: "Profile" }).getByText("¢50.00").waitFor();
  await expect.poll(() => page.getByLabel(`Level of ${user.username}`).inputValue()).toBe("Agent");
});

/** Much less than the minute after which a page would ask again. */
const heard_ms = 20_000;

test("a large correction is requested by one admin and approved by another", async () => {
  const second = await stage.shop.addUser("secondadmin", nextPhone(), "Admin");
  const user = await newUser();
  const { page, problems } = await open("/admin/extras");
  const limit = page.getByRole("region", { name: "Large corrections" });
  await limit.getByLabel("Amount (¢)").fill("twenty");
  await limit.getByRole("button", { name: "Save" }).click();
  await limit.getByText("Please enter a valid amount").waitFor();
  await limit.getByLabel("Amount (¢)").fill("20");
  await limit.getByRole("button", { name: "Save" }).click();
  await page.getByText("Large corrections saved").first().waitFor();

  const other = await stage.pages.openAs(second, "/admin/finance");
  await other.page.getByRole("heading", { level: 1 }).waitFor();
  const waiting = approvals(other.page);
  const askFor = async (amount: string, reason: string) => {
    await page.goto(`/admin/users/${user._id}`);
    const form = page.getByRole("region", { name: "Credit or debit" });
    await form.getByLabel("Amount").fill(amount);
    await form.getByLabel("Reason").fill(reason);
    await form.getByRole("button", { name: "Update wallet" }).click();
    await page.getByRole("button", { name: /^Yes/ }).click();
    await page.getByText("Another admin must approve this first.").first().waitFor();
    await waiting.getByText(reason).waitFor({ timeout: heard_ms });
  };
  // The other admin's open page shows it.
  await askFor("30", "paid at the counter");
  await page.goto("/admin/finance");
  const own = approvals(page);
  await own.getByText("Requested by you").waitFor();
  await sees(own.getByRole("button", { name: "Approve" })).hasCount(0);

  await waiting.getByRole("button", { name: "Approve" }).click();
  const question = other.page.getByRole("alertdialog", { name: `Approve +¢30.00 for ${user.username}?` });
  await question.getByText("¢0.00 → ¢30.00").waitFor();
  await question.getByRole("button", { name: "Yes, approve" }).click();
  await other.page.getByText("Approved and carried out").first().waitFor();
  await waiting.waitFor({ state: "detached" });
  await own.waitFor({ state: "detached", timeout: heard_ms });
  await page.goto(`/admin/users/${user._id}`);
  await page.getByRole("region", { name: "Profile" }).getByText("¢30.00").waitFor();

  await askFor("-25", "counted twice");
  const nav = other.page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: /^Topups/ });
  const { rows } = await stage.shop.pool.query<{ count: number }>(
    "select count(*)::int as count from ledger.topup where status = 'pending' and not hidden",
  );
  await expect.poll(() => nav.innerText()).toMatch(new RegExp(`Topups\\s*${rows[0]!.count + 1}\\b`));
  await waiting.getByRole("button", { name: "Decline" }).click();
  await waiting.waitFor({ state: "detached" });
  await page.goto("/admin/finance");
  const decided = page.getByRole("region", { name: "Decided by a second admin" });
  await decided
    .getByText(/Requested by you · declined by secondadmin/)
    .first()
    .waitFor();

  await askFor("26", "to be taken back");
  await page.goto(`/admin/users/${user._id}`);
  await page.getByLabel("Amount").fill("1");
  await page.getByLabel("Reason").fill("another");
  await page.getByRole("button", { name: "Update wallet" }).click();
  await page.getByText("Waiting for a second admin already: +¢26.00, to be taken back").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.goto("/admin/finance");
  await own.getByRole("button", { name: "Withdraw" }).click();
  await waiting.waitFor({ state: "detached", timeout: heard_ms });

  await page.goto("/admin/extras");
  await limit.getByLabel("Amount (¢)").fill("500");
  await limit.getByRole("button", { name: "Save" }).click();
  await page.getByText("Another admin must approve this first.").first().waitFor();
  await waiting.getByText("Limit for corrections ¢500.00").waitFor({ timeout: heard_ms });
  await waiting.getByRole("button", { name: "Approve" }).click();
  await other.page.getByRole("alertdialog").getByText("¢20.00 → ¢500.00").waitFor();
  await other.page.getByRole("button", { name: "Yes, approve" }).click();
  await waiting.waitFor({ state: "detached" });
  await expect.poll(() => limit.getByLabel("Amount (¢)").inputValue()).toBe("500.00");
  expect(problems).toEqual([]);
});
