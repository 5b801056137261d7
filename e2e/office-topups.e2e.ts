/** Top-ups, credits and debits in the back office. */
import { expect, test } from "vitest";
import { violations } from "./axe.ts";
import { exported, openOffice } from "./office.ts";
import { desk, refuseOnce } from "./pages.ts";
import { asked, balanceOf, history } from "./office-topups-steps.ts";
import { sees } from "./sees.ts";

const { stage, newUser, open } = openOffice();

test("names the other request of a payment, wants a reason, and searches and exports the history", async () => {
  const user = await newUser();
  const momo = "MP1280";
  const ask = (momoTransactionId: string) =>
    stage.shop.as(user).post<{ recharge: { rechargeId: string; _id: string } }>("/recharge", {
      amount: 80,
      momoTransactionId,
    });
  const first = (await ask(momo)).body.recharge;
  await stage.shop.command("approve_topup", stage.shop.admin._id, { topup: Number(first._id) });
  const { page, problems } = await open("/admin/finance", desk);
  const second = (await ask(momo.toLowerCase())).body.recharge;
  const card = page.getByRole("listitem").filter({ hasText: second.rechargeId });
  await card.getByText(`The same MoMo ID stands in ${first.rechargeId} (approved)`).waitFor();
  await card.getByRole("button", { name: "Approve" }).click();
  const dialog = page.getByRole("alertdialog");
  const warning = dialog.getByRole("alert");
  await warning.getByText("This MoMo ID was used before.").waitFor();
  await sees(warning.getByRole("listitem"))
    .innerText()
    .toMatch(
      new RegExp(`^${first.rechargeId} · ${user.username} · ¢80\\.00 · approved \\d\\d/\\d\\d/\\d{4}`),
    );
  const yes = dialog.getByRole("button", { name: "Yes, approve" });
  const reason = dialog.getByLabel("Why is this another payment?");
  await dialog.getByText("¢80.00 → ¢160.00").waitFor();
  await expect.poll(() => yes.getAttribute("aria-disabled")).toBe("true");
  await expect.poll(() => yes.getAttribute("disabled")).toBeNull();
  await yes.click({ force: true });
  await dialog.getByText("Please enter the reason first.").waitFor();
  await reason.fill("Two payments, seen on the phone");
  await expect.poll(() => yes.isEnabled()).toBe(true);
  await reason.press("Enter");
  await dialog.focus();
  await page.keyboard.press("Enter");
  expect(await violations(page)).toEqual([]);
  expect(await balanceOf(user)).toBe(80_00);
  await yes.click();
  await page.getByText("Recharge request approved").first().waitFor();
  expect(await balanceOf(user)).toBe(160_00);

  await page.getByRole("searchbox", { name: "Search", exact: true }).fill(momo);
  await page.getByText("Showing 2 of 2 entries").waitFor();
  const { name, text } = await exported(page);
  expect(name).toMatch(/^[\w-]+-topups-[\d-]*(to-)?[\d-]+\.csv$/);
  expect(text).toContain(`${second.rechargeId},${user.username},${user.phone},${momo.toLowerCase()},`);
  expect(text.trim().split("\r\n")).toHaveLength(3);
  expect(problems).toEqual([]);
});

test("credits and debits a user chosen from the list, and removes one decided request or all of them", async () => {
  const { shop } = stage;
  const user = await newUser();
  const [one, two, open_] = [await asked(user), await asked(user), await asked(user)];
  for (const recharge of [one, two]) await shop.command("decline_topup", shop.admin._id, { topup: recharge });
  const { page } = await open("/admin/finance");
  const form = page.getByRole("region", { name: "Credit or debit" });
  const update = async (amount: string, yes: string, preview: string) => {
    await form.getByLabel("Amount").fill(amount);
    await form.getByLabel("Reason").fill("at the counter");
    await form.getByRole("button", { name: "Update wallet" }).click();
    await form.getByText("Please choose a user").waitFor();
    await form.getByRole("combobox", { name: "User" }).fill(user.username);
    await form.getByRole("option", { name: user.username }).click();
    await form.getByText(preview).waitFor();
    await form.getByRole("button", { name: "Update wallet" }).click();
    await page.getByRole("button", { name: yes }).click();
  };
  await update("12.50", "Yes, credit", "+¢12.50 · Balance ¢0.00 → ¢12.50");
  await page
    .getByText(`${user.username}'s wallet updated successfully. New balance: ¢12.50`)
    .first()
    .waitFor();
  await update("-2.50", "Yes, debit", "−¢2.50 · Balance ¢12.50 → ¢10.00");
  await page
    .getByText(`${user.username}'s wallet updated successfully. New balance: ¢10.00`)
    .first()
    .waitFor();
  await update("-10.01", "Yes, debit", "−¢10.01 · Balance ¢10.00 → −¢0.01");
  await page
    .getByRole("alertdialog")
    .getByText("The wallet holds ¢10.00: a debit cannot take it below zero. Nothing was changed.")
    .waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();

  const line = (recharge: number) =>
    history(page)
      // Also under the open question, where the row has no role.
      .locator("tr")
      .filter({ hasText: `T-${recharge}` });
  await line(one).getByRole("button", { name: "Remove" }).click();
  await refuseOnce(page, "**/api/recharge/delete/*");
  await page.getByRole("button", { name: "Yes, remove" }).click();
  await page.getByText("Failed to delete the request. Please try again").first().waitFor();
  await line(one).waitFor();
  await page.getByRole("button", { name: "Yes, remove" }).click();
  await page.getByText("Recharge request removed").first().waitFor();
  await line(one).waitFor({ state: "detached" });
  await line(two).waitFor();
  await page.goto("/admin/extras");
  const decided = page.getByRole("region", { name: "Decided requests" });
  await decided.getByText(/^\d+ decided requests? (is|are) in the lists\.$/).waitFor();
  const count = Number(/\d+/.exec(await decided.innerText())?.[0]);
  const listed = await shop.pool.query<{ count: number }>(
    "select count(*)::integer as count from ledger.topup where status <> 'pending' and not hidden",
  );
  expect(count).toBe(listed.rows[0]?.count);
  await decided.getByRole("button", { name: "Remove all decided requests" }).click();
  await page.getByRole("alertdialog", { name: `Remove ${count} decided request` }).waitFor();
  await refuseOnce(page, "**/api/recharge/del-all-requests");
  await page.getByRole("button", { name: "Yes, remove" }).click();
  await page.getByText("Error deleting all requests").first().waitFor();
  await page.getByRole("button", { name: "Yes, remove" }).click();
  await decided.getByText("No decided requests are in the lists.").waitFor();
  await page.goto("/admin/finance");
  await history(page).getByRole("table", { name: "Topup history" }).waitFor();
  await line(two).waitFor({ state: "detached" });
  await line(open_).getByText("pending").waitFor();
  const { rows } = await shop.pool.query<{ balance: number }>(
    "select balance::int as balance from ledger.wallet where user_id = $1",
    [user._id],
  );
  expect(rows).toEqual([{ balance: 10_00 }]);
});
