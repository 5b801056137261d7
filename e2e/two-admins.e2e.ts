/** What takes two admins, in the pages of both. */
import { expect, test } from "vitest";
import { texts } from "#contract/terms/texts.ts";
import { openOffice, pocket } from "./office.ts";
import { nextPhone } from "./stage.ts";
import { sees } from "./sees.ts";

const { stage, newUser, open } = openOffice();

const asked = "Another admin must approve this first.";

test("a large top-up, a price far below the old one and new payment details take a second admin", async () => {
  const { shop, pages } = stage;
  const second = await shop.addUser("secondadmin", nextPhone(), "Admin");
  const user = await newUser();
  const { page, problems } = await open("/admin");
  const tile = page.getByRole("link", { name: /Done alone today/ });
  await tile.getByText("The shop has two admins: set the amounts above which it takes both").waitFor();
  await tile.click();
  for (const name of ["Large corrections", "Large top-ups"]) {
    const limit = page.getByRole("region", { name });
    await limit.getByLabel("Amount (¢)").fill("100");
    await limit.getByRole("button", { name: "Save" }).click();
    await page.getByText(`${name} saved`).first().waitFor();
  }
  const topup = 900_001;
  await shop.requestTopup(user, topup, 150_00);
  await page.goto("/admin/finance");
  const card = page.locator(`[data-recharge="${topup}"]`);
  await card.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("button", { name: "Yes, approve" }).click();
  await page.getByText(asked).first().waitFor();
  await card.getByText("admin asked for a second admin's approval").waitFor();

  await page.goto("/admin/products");
  await page.getByRole("link", { name: /^MTNup2u/ }).click();
  await page.getByRole("group", { name: "Package 1" }).getByLabel("Customer (¢)").fill("0.01");
  await page.getByRole("button", { name: "Save product" }).click();
  const question = page.getByRole("alertdialog", { name: "Change prices of MTNup2u?" });
  await question.getByText("4.80 → 0.01").waitFor();
  await question.getByRole("button", { name: "Yes, change" }).click();
  await page.getByText(asked).first().waitFor();
  await sees(page.getByRole("group", { name: "Package 1" }).getByLabel("Customer (¢)"))
    .inputValue()
    .toBe("4.80");

  await page.goto("/admin/extras");
  await page.getByLabel("Account name").fill("Mallory");
  await page.getByRole("region", { name: "Payment details" }).getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Yes, change" }).click();
  await page.getByText(asked).first().waitFor();
  await expect.poll(() => page.getByLabel("Account name").inputValue()).toBe("Ama's Data Shop");

  const other = await pages.openAs(second, "/admin/finance", pocket);
  const waiting = other.page.getByRole("region", { name: "Waiting for a second admin" });
  const approve = async (title: RegExp, ...facts: string[]) => {
    await waiting
      .getByRole("listitem")
      .filter({ hasText: title })
      .getByRole("button", { name: "Approve" })
      .click();
    const dialog = other.page.getByRole("alertdialog");
    for (const fact of facts) await dialog.getByText(fact).waitFor();
    await dialog.getByRole("button", { name: "Yes, approve" }).click();
    await dialog.waitFor({ state: "detached" });
  };
  await approve(/Change of MTNup2u/, "1 GB: customer", "4.80 → 0.01");
  await approve(/Payment details/, "Ama's Data Shop → Mallory");
  // The second admin's own Approve of the same top-up is the second word too.
  await other.page.locator(`[data-recharge="${topup}"]`).getByRole("button", { name: "Approve" }).click();
  await other.page.getByRole("button", { name: "Yes, approve" }).click();
  await other.page.getByText(texts.rechargeApproved).first().waitFor();
  await waiting.waitFor({ state: "detached" });
  await card.waitFor({ state: "detached" });
  expect([...problems, ...other.problems]).toEqual([]);
});
