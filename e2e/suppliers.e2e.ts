/** Orders that go out by themselves: vouchers are added, a package is set to come from them, and a sale takes one. */
import { expect, test } from "vitest";
import type { OrderRecord } from "#contract/order-list.ts";
import { violationsInBothThemes } from "./axe.ts";
import { prove } from "./move-in-steps.ts";
import { desk } from "./pages.ts";
import { openOffice, place, pocket } from "./office.ts";
import { sees, seesNone } from "./sees.ts";

const { stage, open, newUser } = openOffice();

test("vouchers that are added on a phone go out by themselves once their package comes from the stock", async () => {
  await stage.shop.addVouchers();
  await stage.shop.command("change_step_up", stage.shop.admin._id, { isOn: true });
  await stage.shop.pool.query("update shop.session set stepped_up_at = null");
  const { page, problems } = await open("/admin/suppliers", pocket);
  const stock = page.getByRole("region", { name: "Stock of vouchers" });
  await stock.getByText("none left").waitFor();
  await stock.getByRole("button", { name: "Add vouchers" }).click();
  const dialog = page.getByRole("dialog", { name: "Add vouchers" });
  await dialog.getByLabel("Cost of each").fill("15.50");
  await dialog.getByLabel("Vouchers").fill("1111 2222\tWRC1\n3333 4444");
  await dialog.getByRole("button", { name: "Add 2 vouchers" }).click();
  await dialog.getByText("Line 2 must have a PIN and a serial number, and nothing else.").waitFor();
  expect(await violationsInBothThemes(page, "adding vouchers")).toEqual([]);
  await dialog.getByLabel("Vouchers").fill("1111 2222\tWRC1\n3333 4444\tWRC2\n1111 2222\tWRC1");
  await dialog.getByRole("button", { name: "Add 3 vouchers" }).click();
  await prove(page, stage.shop.admin);
  await stock.getByText("2 vouchers added. 1 was known already and left out.").waitFor();
  await stock.getByText("2 left").waitFor();
  await seesNone(page.getByText("1111 2222"));

  await page.getByRole("switch", { name: "WAEC WASSCE checker from the stock" }).click();
  await page.getByRole("region", { name: "Unsaved changes" }).getByRole("button", { name: "Save" }).click();
  const question = page.getByRole("alertdialog", { name: "Change who delivers 1 package?" });
  await question.getByText("By hand → From the stock").waitFor();
  // A tap right after the question came is ignored.
  await expect.poll(() => question.getByRole("button", { name: "Yes, save" }).isEnabled()).toBe(true);
  await question.getByRole("button", { name: "Yes, save" }).click();
  await page.getByText("1 package saved").waitFor();
  await sees(page.getByRole("region", { name: "Unsaved changes" })).hasCount(0);

  const buyer = await newUser(50_00);
  const { _id } = await place(stage, buyer, "0244123456", "waec-1");
  const orders = () => stage.shop.as(buyer).get<OrderRecord[]>("/order/allorders");
  await expect
    .poll(async () => (await orders()).body)
    .toMatchObject([{ _id, status: "completed", voucher: { pin: "1111 2222", serial: "WRC1" } }]);
  // The page looks again by itself.
  await stock.getByText("1 left").waitFor();
  await stock.getByText("1 order", { exact: true }).waitFor();
  await stock.getByText("books differ").waitFor();
  expect(await violationsInBothThemes(page, "suppliers")).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(pocket.width);
  expect(problems.filter((problem) => !problem.includes("403"))).toEqual([]);
});

test("a price list is imported, its differences are shown, and prices are proposed from its costs", async () => {
  const { page, problems } = await open("/admin/suppliers", desk);
  const dialog = page.getByRole("dialog", { name: "Import a price list" });
  const importList = async (list: string) => {
    await page.getByRole("button", { name: "Import a price list" }).click();
    const file = { name: "list.csv", mimeType: "text/csv", buffer: Buffer.from(list) };
    await dialog.getByLabel("File").setInputFiles(file);
  };
  const confirm = async (name: RegExp) => {
    const yes = page.getByRole("alertdialog").getByRole("button", { name });
    await expect.poll(() => yes.isEnabled()).toBe(true);
    await yes.click();
  };
  await importList("Code,Name,Cost\nm5,MTN 5 GB,20.00\nt5,Telecel 5 GB,19\nx,5 GB,18");
  await dialog.getByText("2 new prices, 0 changed, 0 gone, 0 as before.").waitFor();
  await dialog.getByText(/^1 line left out/).waitFor();
  expect(await violationsInBothThemes(page, "importing prices")).toEqual([]);
  await dialog.getByRole("button", { name: "Import 2 prices" }).click();
  await sees(page.getByLabel("Who delivers MTNup2u 5 GB")).inputValue().toBe("datamart m5");
  await page.getByRole("region", { name: "Unsaved changes" }).getByRole("button", { name: "Save" }).click();
  await confirm(/^Yes, save/);
  await page.getByText(/packages? saved/).waitFor();

  await importList("m5,MTN 5 GB,21.60");
  await dialog.getByText("¢20.00 → ¢21.60").waitFor();
  await dialog.getByText("¢19.00 → gone").waitFor();
  await dialog.getByRole("button", { name: "Import 1 price" }).click();
  const changed = page.getByRole("region", { name: /^Costs that changed/ });
  await changed
    .getByRole("row", { name: /MTNup2u 5 GB DataMart .*¢20.00 → ¢21.60.*Super Agent below cost/ })
    .waitFor();

  await page.getByRole("button", { name: "Propose prices" }).click();
  await page.getByLabel("Products").selectOption("MTNup2u");
  const prices = page.getByRole("region", { name: "New prices" });
  // 21.60 and 10 % are 23.76.
  await prices.getByText("22.50 → 23.80 (+5.8 %)").waitFor();
  await seesNone(prices.getByText(/^1 GB/));
  await confirm(/^Change 1 product/);
  await page.getByText("1 product changed by cost and margins").waitFor();
  await seesNone(changed.getByText("Super Agent below cost"));
  expect(problems).toEqual([]);
});
