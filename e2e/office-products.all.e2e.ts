/** Products in the back office. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { ProductRecord } from "#contract/products.ts";
import { texts } from "#contract/terms/texts.ts";
import { violations } from "./axe.ts";
import { exported, officeWidths, openOffice, pocket } from "./office.ts";
import { pixel } from "./office-products-steps.ts";
import { sees } from "./sees.ts";

const { stage, open } = openOffice();

/** Waits until the page shows a change of the open product. */
async function known(page: Page, status: string, packages: string): Promise<void> {
  await page.locator("[data-slot=badge]").getByText(status, { exact: true }).first().waitFor();
  await page.getByText(packages, { exact: true }).waitFor();
}

test("on a phone, a new product starts with its network's note, which can be changed, and a package and the image can be removed", async () => {
  const { page, problems } = await open("/admin/products", pocket);
  await page.getByRole("link", { name: /^MTNexpress not yet sold/ }).click();
  const note = page.getByLabel("Product note");
  await expect.poll(() => note.inputValue()).toBe(texts.mtnExpressNote);
  await page.getByLabel("Image").setInputFiles({ name: "small.png", mimeType: "image/png", buffer: pixel });
  for (const [at, offer] of ["1 GB", "2 GB"].entries()) {
    await page.getByRole("button", { name: "Add package" }).click();
    const row = page.getByRole("group", { name: `Package ${at + 1}` });
    await row.getByLabel("Offer").fill(offer);
    for (const price of ["Customer (¢)", "Agent (¢)", "Super (¢)"]) await row.getByLabel(price).fill("9");
  }
  await page.getByRole("button", { name: "Create product" }).click();
  await page.getByText("Product created successfully").first().waitFor();
  await note.fill("Slow today");
  await page.getByRole("button", { name: "Undo changes" }).click();
  await expect.poll(() => note.inputValue()).toBe(texts.mtnExpressNote);
  await note.fill("Slow today");
  await page.getByRole("button", { name: "Remove package 1, 1 GB" }).click();
  await page.getByRole("button", { name: "Remove image" }).click();
  await page.getByRole("button", { name: "Save product" }).click();
  await page.getByText("Product updated successfully").first().waitFor();
  const saved = async () =>
    (await stage.shop.call<ProductRecord[]>("GET", "/product")).body.find(
      ({ network }) => network === "MTNexpress",
    );
  expect(await saved()).toMatchObject({ note: "Slow today", image: null, packages: [{ offer: "2 GB" }] });
  await page.getByRole("button", { name: "Remove package 1, 2 GB" }).click();
  await page.getByRole("button", { name: "Save product" }).click();
  await expect.poll(async () => (await saved())?.packages).toEqual([]);
  await known(page, "available", "0 packages");
  // The file also has a product without packages.
  expect((await exported(page)).text).toContain("MTNexpress,available,,,,,Slow today");
  expect(problems).toEqual([]);
});

test("two admins editing one product see each other's changes, and neither overwrites the other", async () => {
  const one = await open("/admin/products?network=MTNup2u");
  const other = await open("/admin/products?network=MTNup2u");
  const price = (page: Page) => page.getByRole("group", { name: "Package 2" }).getByLabel("Customer (¢)");
  await price(other.page).waitFor();
  await price(one.page).fill("23.00");
  await one.page.getByRole("button", { name: "Save product" }).click();
  await one.page.getByRole("button", { name: "Yes, change" }).click();
  await one.page.getByText("Product updated successfully").first().waitFor();
  // Nothing was typed here, so the change simply appears.
  await expect.poll(() => price(other.page).inputValue()).toBe("23.00");
  await price(other.page).fill("24.00");
  await price(one.page).fill("25.00");
  await one.page.getByRole("button", { name: "Save product" }).click();
  await one.page.getByRole("button", { name: "Yes, change" }).click();
  await other.page.getByText("Somebody else has changed this product").waitFor();
  await other.page.getByRole("button", { name: "Save product" }).click();
  await other.page.getByRole("button", { name: "Yes, change" }).click();
  await other.page.getByText("Somebody else has changed this meanwhile").first().waitFor();
  const { body } = await stage.shop.call<ProductRecord[]>("GET", "/product");
  expect(body.find(({ network }) => network === "MTNup2u")?.packages[1]?.priceCustomer).toBe(25);
  await other.page.getByRole("button", { name: "Discard my changes" }).click();
  await expect.poll(() => price(other.page).inputValue()).toBe("25.00");
});

describe.each(officeWidths)("on %s", (_, size) => {
  const priceOf = async (network: string, offer: string) => {
    const { body } = await stage.shop.call<ProductRecord[]>("GET", "/product");
    return body.find((each) => each.network === network)?.packages.find((each) => each.offer === offer);
  };

  test("a save asks with old and new prices, their share, and what may be a slip", async () => {
    const { page, problems } = await open("/admin/products?network=AFA", size);
    const row = page.getByRole("group", { name: "Package 1" });
    const agent = row.getByLabel("Agent (¢)");
    const [was, customer] = [await agent.inputValue(), await row.getByLabel("Customer (¢)").inputValue()];
    const dear = (Number(customer) * 1.5).toFixed(2);
    await agent.fill(dear);
    await page.getByRole("button", { name: "Save product" }).click();
    const question = page.getByRole("alertdialog", { name: "Change prices of AFA?" });
    await question.getByText(new RegExp(`^${was} → ${dear} \\(\\+[\\d.]+ %\\)$`)).waitFor();
    await question.getByText("changes by more than 20 %").waitFor();
    await question.getByText(`the agent pays more than the customer, ¢${dear} > ¢${customer}`).waitFor();
    expect(await violations(page)).toEqual([]);
    await question.getByRole("button", { name: "Cancel" }).click();

    // What was typed is kept for this product only, and marked on its tile.
    await page.getByRole("link", { name: "All products" }).click();
    await page.getByRole("link", { name: /^AFA .*Unsaved changes/ }).waitFor();
    await sees(page.getByText("Unsaved changes")).hasCount(1);
    await page.reload();
    await page.getByRole("link", { name: /^AFA/ }).click();
    await page.getByText("These are your changes from before. They are not saved yet.").waitFor();
    await sees(agent).inputValue().toBe(dear);
    await page.getByRole("button", { name: "Undo changes" }).click();
    await sees(agent).inputValue().toBe(was);
    await page.getByRole("link", { name: "All products" }).click();
    await page.getByRole("link", { name: /^AFA/ }).waitFor();
    await sees(page.getByText("Unsaved changes")).hasCount(0);
    expect(problems).toEqual([]);
  });

  test("changes the prices of all networks at once, each product by itself", async () => {
    const { page } = await open("/admin/products", size);
    await page.getByRole("button", { name: "Change many prices" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Change many prices" });
    await dialog.getByLabel("Change by").fill("+0.3");
    await dialog.getByLabel("How").selectOption("cedis");
    const shown = dialog.getByRole("region", { name: "MTNup2u" });
    await shown.getByText("1 GB: customer").waitFor();
    expect(await violations(page)).toEqual([]);
    // Somebody else changes one of them meanwhile, and this page does not know it yet.
    const { body } = await stage.shop.call<ProductRecord[]>("GET", "/product");
    await page.route("**/api/product/*", async (route) => {
      const at = route.request().url().endsWith(encodeURIComponent(body[0]!._id));
      if (!at) return route.continue();
      await route.continue({
        postData: JSON.stringify({ ...(route.request().postDataJSON() as object), seen: 1 }),
      });
    });
    await dialog.getByRole("button", { name: /^Change \d+ products$/ }).click();
    const partly = page.getByRole("alertdialog", { name: "1 product not changed" });
    await partly.getByText("Somebody else has changed this meanwhile").waitFor();
    await partly.getByRole("button", { name: "OK" }).click();
    const changed = body
      .slice(1)
      .flatMap(({ network, packages: [first] }) => (first ? [{ network, first }] : []));
    expect(changed.length).toBeGreaterThan(0);
    for (const { network, first } of changed) {
      const expected = Math.round((first.priceCustomer + 0.3) * 10) / 10;
      expect((await priceOf(network, first.offer))?.priceCustomer).toBe(expected);
    }
    expect((await priceOf(body[0]!.network, body[0]!.packages[0]!.offer))?.priceCustomer).toBe(
      body[0]!.packages[0]!.priceCustomer,
    );
  });
});
