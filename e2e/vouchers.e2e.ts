import { beforeAll, expect, test } from "vitest";
import { type TestUser } from "#tools/testing/test-shop.ts";
import { desk, signIn } from "./pages.ts";
import { openStage } from "./stage.ts";

const stage = openStage();
let ama: TestUser;

beforeAll(async () => {
  ama = await stage.shop.addUser("ama", "0245550101", "Customer", 100_000);
  await stage.shop.addVouchers();
});

/** Returns the numbers of the orders that are being processed. */
async function processing(...ids: string[]): Promise<string[]> {
  const made: string[] = [];
  for (const packageId of ids) {
    const order = { packageId, receiver: "0244123456" };
    const { body } = await stage.shop.call<{ _id: string }>("POST", "/order/create", order, {
      token: ama.token,
    });
    await stage.shop.call(
      "PUT",
      `/order/update-status/${body._id}`,
      { status: "processing" },
      { token: stage.shop.admin.token },
    );
    made.push(body._id);
  }
  return made;
}

test("an admin enters a voucher when completing an order, and the buyer finds it in the receipt", async () => {
  const [voucher = ""] = await processing("waec-1");
  const admin = await stage.pages.open(desk);
  await signIn(admin.page, stage.shop.admin);
  await admin.page.goto("/admin/orders?status=processing");
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

  const { page, problems } = await stage.pages.open();
  await signIn(page, ama);
  await page.goto("/home/my-transactions");
  await page.locator(`[data-order="${voucher}"]`).click();
  const receipt = page.getByRole("dialog", { name: `Order ${voucher}` });
  await receipt.getByText("491827364550").waitFor();
  await receipt.getByText("WRC2611-0042").waitFor();
  for (const what of ["PIN", "serial number"])
    await receipt.getByRole("button", { name: `Copy ${what}` }).waitFor();
  expect([...problems, ...admin.problems]).toEqual([]);
});
