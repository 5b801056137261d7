/** Products in the back office. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { exported, openOffice } from "./office.ts";
import { pixel } from "./office-products-steps.ts";
import { sees } from "./sees.ts";

const { stage, newUser, open } = openOffice();

/** Waits until the page shows a change of the open product. */
async function known(page: Page, status: string, packages: string): Promise<void> {
  await page.locator("[data-slot=badge]").getByText(status, { exact: true }).first().waitFor();
  await page.getByText(packages, { exact: true }).waitFor();
}

test("creates a product with image and packages, shows it to buyers, and marks it out of stock", async () => {
  const { page, problems } = await open("/admin/products");
  await page.getByRole("link", { name: /^Telecel not yet sold/ }).click();
  const add = page.getByRole("button", { name: "Add package" });
  // The monogram stands in for an image.
  await sees(add).isDisabled().toBe(false);
  const image = page.getByLabel("Image");
  await image.setInputFiles({ name: "big.png", mimeType: "image/png", buffer: Buffer.alloc(102_401, pixel) });
  await page.getByText("Image size exceeds 100KB. Please upload a smaller image.").first().waitFor();
  await image.setInputFiles({ name: "small.png", mimeType: "image/png", buffer: pixel });
  await add.click();
  const row = page.getByRole("group", { name: "Package 1" });
  await row.getByLabel("Offer").fill("2 GB");
  await row.getByLabel("Customer (¢)").fill("twelve");
  await row.getByLabel("Agent (¢)").fill("11.5");
  await row.getByLabel("Super (¢)").fill("11");
  await page.getByRole("button", { name: "Create product" }).click();
  await row.getByText("Price must be a number").waitFor();
  await row.getByLabel("Customer (¢)").fill("12");
  const preview = page.getByRole("region", { name: "Preview" });
  await preview.getByText("¢12.00").waitFor();
  await preview.getByRole("tab", { name: "Super Agent" }).click();
  await preview.getByText("¢11.00").waitFor();
  await page.getByRole("button", { name: "Create product" }).click();
  await page.getByText("Product created successfully").first().waitFor();

  const buyer = await stage.pages.openAs(await newUser(5000), "/home/buy/Telecel");
  await buyer.page.getByRole("radio", { name: /^2 GB/ }).waitFor();
  await page.getByLabel("Status").selectOption("out of stock");
  const question = "Are you sure you want to mark this product as out of stock?";
  await page
    .getByRole("alertdialog", { name: question })
    .getByRole("button", { name: "Yes, mark it" })
    .click();
  await buyer.page.getByText("out of stock").first().waitFor();
  // The file has what this page knows, and it may get a change later than the buyer's page.
  await known(page, "out of stock", "1 package");
  const { name, text } = await exported(page);
  expect(name).toMatch(/^[\w-]+-products-[\d-]*(to-)?[\d-]+\.csv$/);
  expect(text).toContain("Telecel,out of stock,2 GB,12.00,11.50,11.00,");
  expect(problems).toEqual([]);
});
