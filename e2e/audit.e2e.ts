/** The audit as an admin uses it: find a movement, follow it, correct it, look at the past, and verify the books. */
import { expect, test } from "vitest";
import { violations } from "./axe.ts";
import { desk } from "./pages.ts";
import { openStage } from "./stage.ts";
import { customer, open, openWithClock, light, asOwner } from "./audit-steps.ts";
import { sees } from "./sees.ts";

openStage({ audit: { pause_ms: 200 } });

test("follows and corrects a movement, and shows the first correction and the rest before a second one", async () => {
  const { user, purchase } = await customer();
  const { page, problems } = await open(`/admin/audit?user=${user._id}`, desk);
  await page.getByRole("button", { name: `Movement ${purchase}` }).click();
  const sheet = page.getByRole("dialog", { name: `Movement ${purchase}` });
  await sheet.getByRole("button", { name: "Correct this" }).click();
  const form = sheet.getByRole("form", { name: "Correct this movement" });
  await form.getByText("From ¢0.00 to ¢4.80").waitFor();
  await sees(form.getByLabel("Amount")).inputValue().toBe("4.80");
  await form.getByLabel("Amount").fill("");
  await form.getByRole("button", { name: "Correct this" }).click();
  await form.getByText("Please enter a valid amount").waitFor();
  await form.getByText("Please give a reason").waitFor();
  await form.getByLabel("Amount").fill("5");
  await form.getByText("cannot be corrected beyond its amount. Left to correct: ¢4.80").waitFor();
  await form.getByLabel("Amount").fill("1.80");
  await form.getByLabel("Reason").fill("the bundle came short");
  await form.getByText("Balance ¢95.20 → ¢97.00").waitFor();
  await form.getByRole("button", { name: "Correct this" }).click();
  await page.getByText(`Are you sure you want to update ${user.username}'s wallet with ¢1.80?`).waitFor();
  await page.getByRole("button", { name: "Yes, credit" }).click();
  await page
    .getByText(`${user.username}'s wallet updated successfully. New balance: ¢97.00`)
    .first()
    .waitFor();
  await sheet.getByRole("region", { name: "Thread" }).getByText("the bundle came short").waitFor();

  await sheet.getByRole("button", { name: "Correct this" }).click();
  const note = sheet.getByRole("note");
  await note.getByText("−¢3.00 is left").waitFor();
  await note.getByText("the bundle came short").waitFor();
  await form.getByText("From −¢1.80 to ¢3.00").waitFor();
  expect(await violations(page)).toEqual([]);
  await sees(form.getByLabel("Amount")).inputValue().toBe("3.00");
  await form.getByLabel("Reason").fill("all of it");
  await form.getByRole("button", { name: "Correct this" }).click();
  await page.getByRole("button", { name: "Yes, credit" }).click();
  await sheet.getByRole("region", { name: "Thread" }).getByText("all of it").waitFor();
  await sheet.getByRole("link", { name: "The wallet at this position" }).waitFor();
  await sees(sheet.getByRole("button", { name: "Correct this" })).hasCount(0);
  // The correction has the same related movements.
  await sheet
    .getByRole("button", { name: /Correction/ })
    .first()
    .click();
  await page.getByRole("dialog").getByText(`corrects ${purchase}`).waitFor();
  expect(problems).toEqual([]);
});

test("the books light is on every page, turns red and names a row that drifts, and turns green again", async () => {
  const { user } = await customer();
  const { page, problems } = await openWithClock("/admin/finance", desk);
  await light(page, "Books balance");
  await asOwner("update ledger.wallet set balance = balance + 100 where user_id = $1", [user._id]);
  await light(page, "Books do not balance");
  await page.getByRole("link", { name: "Books do not balance" }).locator("visible=true").click();
  const incident = page.getByRole("region", { name: "Incidents" }).getByRole("listitem").first();
  await incident.getByRole("link", { name: `Wallet of ${user.username}` }).waitFor();
  await incident.getByText("balance: expected ¢95.20, found ¢96.20").waitFor();
  await page.getByText("not zero").waitFor();
  expect(await violations(page)).toEqual([]);
  await asOwner("update ledger.wallet set balance = balance - 100 where user_id = $1", [user._id]);
  await light(page, "Books balance");
  expect(problems).toEqual([]);
});
