/** Sending orders to suppliers: all that match, one batch for each network, files, and what went when. */
import { describe, expect, test } from "vitest";
import { defaultLayout } from "#contract/terms/supplier.ts";
import { meanwhile, officeWidths, openBuyer } from "./office.ts";
import { desk } from "./pages.ts";
import { sees } from "./sees.ts";

const { stage, buy } = openBuyer();

describe.each(officeWidths)("on %s", (_, size) => {
  test("the columns of a network's file can be changed", async () => {
    const { page, problems } = await stage.pages.openAs(stage.shop.admin, "/admin/batches", size);
    const layout = page.getByRole("region", { name: "Files for suppliers" });
    await layout.getByLabel("Network", { exact: true }).selectOption("MTNup2u");
    await layout.getByRole("button", { name: "Remove column 3" }).click();
    await layout.getByLabel("Title of column 1").fill(`MSISDN ${size.width}`);
    await layout.getByLabel("Title of column 2").fill("");
    await layout.getByRole("button", { name: "Save" }).click();
    await layout.getByText("Please give each column a title").first().waitFor();
    await layout.getByLabel("Title of column 2").fill("Bundle");
    await layout.getByRole("button", { name: "Save" }).click();
    await page.getByText("Columns for MTNup2u saved").waitFor();
    await page.reload();
    await layout.getByLabel("Network", { exact: true }).selectOption("MTNup2u");
    await sees(layout.getByLabel("Title of column 1")).inputValue().toBe(`MSISDN ${size.width}`);
    expect(problems).toEqual([]);
    await stage.shop.command("change_supplier_layout", stage.shop.admin._id, {
      network: "MTNup2u",
      layout: defaultLayout("MTNup2u"),
    });
  });
});

test("with the keyboard, s sends the focused order; what a colleague worked meanwhile is left out and named", async () => {
  const [mine, theirs] = [await buy("0241118881"), await buy("0241118882")];
  const { page } = await stage.pages.openAs(stage.shop.admin, "/admin/orders", desk);
  for (const { _id } of [mine, theirs])
    await page.locator(`[data-order="${_id}"]`).getByRole("checkbox").check();
  await page.keyboard.press("s");
  const question = page.getByRole("alertdialog", { name: /^Send 2 orders/ });
  await question.waitFor();
  await meanwhile(page, "**/api/order/batch", () =>
    stage.shop.command("reject_order", stage.shop.admin._id, { order: theirs.id, reason: null }),
  );
  await question.getByRole("button", { name: "Yes, send" }).click();
  const result = page.getByRole("dialog", { name: "Sent to supplier" });
  await result.getByText(`Left out: ${theirs.id} (rejected)`).waitFor();
  const { rows } = await stage.shop.pool.query(
    `select status, supplier_batch is not null as sent from ledger."order" where id = any($1) order by id`,
    [[mine.id, theirs.id]],
  );
  expect(rows).toEqual([
    { status: "processing", sent: true },
    { status: "rejected", sent: false },
  ]);
});

test("orders that were all worked meanwhile are named, and nothing is sent", async () => {
  const [first, second] = [await buy("0241118883"), await buy("0241118884")];
  const { page } = await stage.pages.openAs(stage.shop.admin, "/admin/orders", desk);
  for (const { _id } of [first, second])
    await page.locator(`[data-order="${_id}"]`).getByRole("checkbox").check();
  await page.keyboard.press("s");
  const question = page.getByRole("alertdialog", { name: /^Send 2 orders/ });
  await question.waitFor();
  await meanwhile(page, "**/api/order/batch", async () => {
    for (const { id } of [first, second])
      await stage.shop.command("reject_order", stage.shop.admin._id, { order: id, reason: null });
  });
  await question.getByRole("button", { name: "Yes, send" }).click();
  const result = page.getByRole("dialog", { name: "Not everything was sent" });
  await result
    .getByText(`MTNup2u: None of these orders is pending any more (${first.id}, ${second.id})`)
    .waitFor();
  const { rows } = await stage.shop.pool.query<{ sent: boolean }>(
    `select supplier_batch is not null as sent from ledger."order" where id = any($1)`,
    [[first.id, second.id]],
  );
  expect(rows).toEqual([{ sent: false }, { sent: false }]);
});
