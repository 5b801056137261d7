/** Home, profile and support: what customers see of the shop and of their own account. */
import { expect, test } from "vitest";
import { openCustomer, openStage } from "./stage.ts";
import { sees } from "./sees.ts";

const stage = openStage();

test("home greets by name, hides the balance, lists the products on sale, and updates sales live", async () => {
  const { shop } = stage;
  const { user, page, problems } = await openCustomer(10_000, "/home");
  await page
    .getByRole("heading", { name: new RegExp(`^Good (morning|afternoon|evening), ${user.username}$`) })
    .waitFor();
  await page.getByTestId("balance").getByText("¢100.00").waitFor();
  await page.getByRole("button", { name: "hide" }).click();
  await page.getByTestId("balance").getByText("¢••••").waitFor();
  await sees(page.getByTestId("balance")).innerText().not.toContain("100");
  await page.reload();
  await page.getByTestId("balance").getByText("¢••••").waitFor();
  await page.getByRole("button", { name: "show" }).click();

  await page.getByRole("group", { name: "Sales today" }).getByText("¢0.00").waitFor();
  const { body } = await shop.buy(user);
  for (const status of ["processing", "completed"])
    await shop.as(shop.admin).put(`/order/update-status/${body._id}`, { status });
  await page.getByRole("group", { name: "Sales today" }).getByText("¢4.80").waitFor();
  await page.getByRole("group", { name: "Sales this month" }).getByText("1 order").waitFor();

  await page.getByRole("navigation", { name: "Networks" }).getByRole("link", { name: "AFA" }).waitFor();
  await page.getByRole("main").getByRole("button", { name: "Buy Bundle" }).click();
  const bundles = page.getByRole("menu").getByRole("menuitem");
  await expect
    .poll(() => bundles.allInnerTexts())
    .toEqual([expect.stringContaining("MTNup2u"), expect.stringContaining("AFA")]);
  await sees(bundles.last()).getAttribute("href").toBe("/home/buy/AFA");
  await shop.as(shop.admin).put("/product/afa/status", { status: "out of stock" });
  await expect.poll(() => bundles.count()).toBe(1);
  await page.keyboard.press("Escape");
  await page
    .getByRole("navigation", { name: "Networks" })
    .getByRole("link", { name: "AFA" })
    .waitFor({ state: "detached" });
  await shop.as(shop.admin).put("/product/afa/status", { status: "available" });
  expect(problems).toEqual([]);
});

test("a customer requests the agent level for ¢50 with the reference shown in the notice", async () => {
  const { user, page } = await openCustomer(0, "/home");
  await page.getByRole("button", { name: "Become Agent" }).click();
  await page.getByRole("button", { name: "Pay ¢50.00" }).click();
  const notice = page.getByRole("dialog", { name: "PAYMENT NOTICE" });
  await notice.getByText("¢50.00").waitFor();
  const reference = await notice.getByTestId("reference").innerText();
  await notice.getByRole("button", { name: "I have paid" }).click();
  await page
    .getByText(`Recharge request submitted successfully. Your reference ID is ${reference}`)
    .first()
    .waitFor();
  const { body } = await stage.shop.as(user).get<{ rechargeId: string; purpose: string }[]>("/recharge");
  expect(body).toMatchObject([{ rechargeId: reference, purpose: "agent-upgrade", amount: 50 }]);
});
