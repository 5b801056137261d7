/** Once the shop turned it on, the page asks for the password before sensitive changes, and then carries them out. */
import { expect, test } from "vitest";
import { texts } from "#contract/terms/texts.ts";
import { openOffice } from "./office.ts";

const { stage, open } = openOffice();

test("sensitive changes ask for the password once it is turned on", async () => {
  await stage.shop.pool.query("update shop.session set stepped_up_at = null");
  const { page, problems } = await open("/admin/extras");
  const toggle = page.getByRole("switch", { name: "Ask again before sensitive changes" });
  await toggle.click();
  await page.getByText("Sensitive changes ask").waitFor();
  const card = page.getByRole("region", { name: "Payment details" });
  const name = "Shop at 1280";
  await card.getByLabel("Account name").fill(name);
  const { rows: before } = await stage.shop.pool.query("select momo_account_name from ledger.settings");
  await card.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Yes, change" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Confirm that it is you" });
  await dialog.getByText(`${before[0].momo_account_name} → ${name}`).waitFor();
  await dialog.getByLabel("Your password", { exact: true }).fill("not the password");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await dialog.getByText(texts.passwordWrong).first().waitFor();
  await dialog.getByLabel("Your password", { exact: true }).fill(stage.shop.admin.password);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Payment details saved").waitFor();
  await dialog.waitFor({ state: "hidden" });
  const { rows } = await stage.shop.pool.query("select momo_account_name, step_up from ledger.settings");
  expect(rows).toEqual([{ momo_account_name: name, step_up: true }]);
  await stage.shop.pool.query("update shop.session set stepped_up_at = null");
  await toggle.click();
  await dialog.getByText("on → off").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => toggle.getAttribute("aria-checked")).toBe("true");
  await toggle.click();
  await dialog.getByLabel("Your password", { exact: true }).fill(stage.shop.admin.password);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Sensitive changes no longer ask").waitFor();
  expect(problems.filter((problem) => !problem.includes("403"))).toEqual([]);
});
