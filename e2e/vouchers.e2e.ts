import { expect, test } from "vitest";
import { desk } from "./pages.ts";
import { openVoucherStage } from "./vouchers-steps.ts";

const { stage, ama, processing } = openVoucherStage();

test("an admin enters a voucher when completing an order, and the buyer finds it in the receipt", async () => {
  const [voucher = ""] = await processing("waec-1");
  const admin = await stage.pages.openAs(stage.shop.admin, "/admin/orders?status=processing", desk);
  const row = admin.page.getByRole("row").filter({ has: admin.page.getByText(voucher, { exact: true }) });
  await row.getByRole("button", { name: "Complete" }).click();
  const dialog = admin.page.getByRole("alertdialog");
  const yes = dialog.getByRole("button", { name: "Yes, complete" });
  await dialog.getByLabel("PIN").fill("491827364550");
  await yes.click();
  const serial = dialog.getByLabel("Serial number");
  await dialog.getByText("Please enter the serial number").waitFor();
  await expect.poll(() => serial.evaluate((field) => field === document.activeElement)).toBe(true);
  await serial.fill("WRC2611-0042");
  await yes.click();
  await dialog.waitFor({ state: "detached" });

  const { page, problems } = await stage.pages.openAs(ama, "/home/my-transactions");
  await page.locator(`[data-order="${voucher}"]`).click();
  const receipt = page.getByRole("dialog", { name: `Order ${voucher}` });
  await receipt.getByText("491827364550").waitFor();
  await receipt.getByText("WRC2611-0042").waitFor();
  for (const what of ["PIN", "serial number"])
    await receipt.getByRole("button", { name: `Copy ${what}` }).waitFor();
  expect([...problems, ...admin.problems]).toEqual([]);
});
