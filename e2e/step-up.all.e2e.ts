/** Once the shop turned it on, the page asks for the password before sensitive changes, and then carries them out. */
import { expect, test } from "vitest";
import { texts } from "#contract/terms/texts.ts";
import type { ProductRecord } from "#contract/products.ts";
import { desk } from "./pages.ts";
import { openOffice, pocket } from "./office.ts";
import { sees } from "./sees.ts";

const { stage, open } = openOffice();

test("an agent confirms before the page shows and replaces the API key", async () => {
  const agent = await stage.shop.addUser("agentx", "0559900001", "Agent");
  await stage.shop.command("change_step_up", stage.shop.admin._id, { isOn: true });
  const { page } = await stage.pages.openAs(agent, "/home/user-details", desk);
  const card = page.getByRole("region", { name: "API key" });
  await card.getByRole("button", { name: "Confirm to see it" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Confirm that it is you" });
  const prove = async () => {
    await dialog.getByLabel("Your password", { exact: true }).fill(agent.password);
    await dialog.getByRole("button", { name: "Confirm" }).click();
  };
  await prove();
  await card.getByRole("button", { name: "Show" }).click();
  await card.getByText(/^cb_/).waitFor();
  await stage.shop.pool.query("update shop.session set stepped_up_at = null");
  await card.getByRole("button", { name: "Replace" }).click();
  await page.getByRole("button", { name: "Yes, replace" }).click();
  await dialog.getByText("the current key → a new key").waitFor();
  await sees(dialog).textContent().not.toContain("cb_");
  await prove();
  await page.getByText("API key replaced").waitFor();
  const { rows } = await stage.shop.pool.query("select counter from shop.api_key where user_id = $1", [
    agent._id,
  ]);
  expect(rows).toEqual([{ counter: 1 }]);
});

test("a price that rises far is confirmed with old and new, without the switch too", async () => {
  await stage.shop.command("change_step_up", stage.shop.admin._id, { isOn: false }).catch(() => undefined);
  const { page } = await open("/admin/products?network=MTNup2u", pocket);
  const price = page.getByRole("group", { name: "Package 1" }).getByLabel("Customer (¢)");
  const save = () => page.getByRole("button", { name: "Save product" }).click();
  const question = page.getByRole("alertdialog", { name: "Change prices of MTNup2u?" });
  await price.fill("5.00");
  await save();
  await question.getByText("4.80 → 5.00 (+4.2 %)").waitFor();
  await question.getByRole("button", { name: "Yes, change" }).click();
  await page.getByText(texts.productUpdated).first().waitFor();
  await price.fill("50.00");
  await save();
  await question.getByText("5.00 → 50.00").waitFor();
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "detached" });
  const { body } = await stage.shop.call<ProductRecord[]>("GET", "/product");
  expect(body.find(({ network }) => network === "MTNup2u")?.packages[0]?.priceCustomer).toBe(5);
});
