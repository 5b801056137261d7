/** Sending orders to suppliers: all that match, one batch for each network, files, and what went when. */
import { expect, test } from "vitest";
import { openBuyer, saved } from "./office.ts";
import { desk } from "./pages.ts";

const { stage, buy } = openBuyer();

test("all orders that match go in one batch for each network, and none can be sent again", async () => {
  for (let n = 0; n < 12; n++) await buy(`024111000${n % 10}`);
  await buy("0241119999", "afa-1");
  const { page, problems } = await stage.pages.openAs(stage.shop.admin, "/admin/orders?desk=5", desk);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByRole("button", { name: "Select all 13 matching" }).click();
  const bar = page.getByRole("region", { name: "Selected orders" });
  await bar.getByText("13 selected").waitFor();
  await bar.getByRole("button", { name: "Send to supplier" }).click();
  const question = page.getByRole("alertdialog", { name: /^Send 13 orders/ });
  await question.getByText("MTNup2u · 12 orders").waitFor();
  await question.getByText("AFA · 1 order").waitFor();
  await question.getByRole("button", { name: "Yes, send" }).click();
  const result = page.getByRole("dialog", { name: "Sent to supplier" });
  await result.getByText(/Batch \d+ · MTNup2u · 12 orders/).waitFor();
  const batch = /Batch (\d+) · MTNup2u/.exec(await result.innerText())?.[1];
  const file = await saved(page, `Download batch ${batch}`);
  expect(file.name).toBe(`batch-${batch}-MTNup2u.csv`);
  expect(file.lines).toHaveLength(13);
  await result.getByRole("button", { name: "Done" }).click();
  await page.getByText("13 orders still to complete.").waitFor();

  await page.getByRole("link", { name: "Batches" }).click();
  await page.getByRole("heading", { name: "Batches" }).waitFor();
  await page
    .getByText(`by ${stage.shop.admin.username}`)
    .or(page.getByRole("cell", { name: stage.shop.admin.username }))
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByLabel("To day", { exact: true }).fill("01/01/2020");
  await page.getByLabel("To day", { exact: true }).press("Enter");
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByRole("link", { name: `Orders of batch ${batch}` }).click();
  await page.getByText("Showing 10 of 12 entries").waitFor();
  await page.getByRole("button", { name: `Show not only batch ${batch}` }).waitFor();
  expect(problems).toEqual([]);
});
