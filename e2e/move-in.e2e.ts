/** Moving in from another shop by the office's page: files, columns, the dry run, two admins, and the result. */
import { readFile } from "node:fs/promises";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { desk, exportFile } from "./pages.ts";
import { violationsInBothThemes } from "./axe.ts";
import { openOffice } from "./office.ts";
import { balance, files, prove, firstCard } from "./move-in-steps.ts";
import { sees } from "./sees.ts";

const { stage, open } = openOffice();

async function savedLines(card: Locator): Promise<string[]> {
  const download = await exportFile(card);
  const text = await readFile(await download.path(), "utf8");
  return text.replace("\uFEFF", "").trim().split("\r\n");
}

const prefix = "024222";

test("files are checked, refused lines are listed and saved, and the rest moves in after the password", async () => {
  await stage.shop.pool.query("update shop.session set stepped_up_at = null");
  const { page, problems } = await open("/admin/extras", desk);
  await page.getByRole("link", { name: "Users and products from another shop" }).click();
  await page.getByRole("heading", { level: 1, name: "Moving in" }).waitFor();
  await page.getByLabel("Files", { exact: true }).setInputFiles(files(prefix));
  const users = page.getByRole("group", { name: "old-users.csv" });
  await users.getByText("Please choose which column has the phone number.").waitFor();
  await sees(page.getByRole("button", { name: "Check the files" }))
    .isDisabled()
    .toBe(true);
  await users.getByLabel("Phone number").selectOption({ label: `1 · Tel, such as ${prefix}0001` });
  expect(await violationsInBothThemes(page, "chosen files")).toEqual([]);
  await page.getByRole("button", { name: "Check the files" }).click();

  const card = firstCard(page);
  await card.getByText("checked", { exact: true }).waitFor();
  expect((await card.innerText()).replace(/\s+/g, " ")).toMatch(
    /checked .*New users 2 Their balances together ¢1,208\.50 New products 1 Refused lines 1/,
  );
  await card.getByRole("button", { name: "Show refused lines" }).click();
  await card.getByText("Please enter a 10-digit phone number").first().waitFor();
  expect(await savedLines(card)).toEqual([
    "File,Line,Column,Reason",
    "old-users.csv,4,Phone number,Please enter a 10-digit phone number",
  ]);
  expect(await violationsInBothThemes(page, "a dry run")).toEqual([]);
  expect(await balance(`${prefix}0001`)).toBeUndefined();

  await card.getByRole("button", { name: "Move in" }).click();
  const question = page.getByRole("alertdialog", { name: "Move in 2 users with ¢1,208.50?" });
  await question.getByText("1 refused line stays out").waitFor();
  await question.getByRole("button", { name: "Yes, move in" }).click();
  await prove(page, stage.shop.admin);
  await card.getByText("2 users with ¢1,208.50 and 1 product moved in. That is all of them.").waitFor();
  expect([await balance(`${prefix}0001`), await balance(`${prefix}0002`)]).toEqual([1204_50, 4_00]);
  expect(problems.filter((problem) => !problem.includes("403"))).toEqual([]);
});
