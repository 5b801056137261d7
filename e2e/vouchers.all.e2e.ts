import { expect, test } from "vitest";
import { desk, signIn } from "./pages.ts";
import { openVoucherStage } from "./vouchers-steps.ts";
import { sees } from "./sees.ts";

const { stage, processing } = openVoucherStage();

test("completing several orders completes the bundles, leaves the vouchers, and says so in the question", async () => {
  const [bundle = "", ...vouchers] = await processing("mtnup2u-1", "waec-1", "waec-1");
  const { page } = await stage.pages.open(desk);
  await signIn(page, stage.shop.admin);
  await page.goto("/admin/orders?status=processing");
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  const bar = page.getByRole("region", { name: "Selected orders" });
  await bar.getByRole("button", { name: "Complete" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText("2 voucher orders are left. Please complete them one by one").waitFor();
  await dialog.getByRole("button", { name: "Yes, complete" }).click();
  await dialog.waitFor({ state: "detached" });
  const { rows } = await stage.shop.pool.query<{ id: number; status: string }>(
    `select id, status from ledger."order" where id = any ($1::bigint[]) order by id`,
    [[bundle, ...vouchers]],
  );
  expect(rows.map(({ status }) => status)).toEqual(["completed", "processing", "processing"]);

  for (const id of vouchers)
    await page.getByRole("checkbox", { name: `Select order ${id}`, exact: true }).check();
  await bar.getByRole("button", { name: "Complete" }).click();
  await dialog.getByText("2 voucher orders are left").waitFor();
  await sees(dialog.getByRole("button", { name: "Yes, complete" })).hasCount(0);
});
