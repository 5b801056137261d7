/** Users in the back office. */
import { describe, expect, test } from "vitest";
import type { ProductRecord } from "#contract/products.ts";
import type { TestUser } from "#tools/testing/test-shop.ts";
import { exported, officeWidths, openOffice } from "./office.ts";
import { sees } from "./sees.ts";

const { stage, newUser, open } = openOffice();

describe.each(officeWidths)("on %s", (_, size) => {
  test("a user's page shows their orders and statement, ends their sessions, and updates their wallet", async () => {
    const user = await newUser(10_000);
    await stage.shop.buy(user);
    await stage.shop.as(user).post("/recharge", { amount: 60 });
    const { page, problems } = await open(`/admin/users/${user._id}`, size);
    const profile = page.getByRole("region", { name: "Profile" });
    await profile.getByText("¢95.20").waitFor();
    await page.getByText("Showing 1 of 1 entries").waitFor();
    // Only this user's orders.
    const orders = await exported(page);
    expect(orders.name).toMatch(/^[\w-]+-orders-[\d-]*(to-)?[\d-]+\.csv$/);
    expect(orders.text.trim().split("\r\n")).toHaveLength(2);
    const tabs = page.getByRole("tablist", { name: "What to show" });
    await tabs.getByRole("tab", { name: "Requests" }).click();
    await page.getByText("60.00").first().waitFor();
    const requests = await exported(page);
    expect(requests.name).toMatch(/^[\w-]+-topups-[\d-]*(to-)?[\d-]+\.csv$/);
    expect(requests.text.trim().split("\r\n")).toHaveLength(2);
    await tabs.getByRole("tab", { name: "Statement" }).click();
    await page.getByText("Showing 2 of 2 entries").waitFor();
    await page.getByText("Purchase").first().waitFor();

    const wallet = page.getByRole("region", { name: "Credit or debit" });
    await wallet.getByLabel("Amount").fill("-5.20");
    await wallet.getByRole("button", { name: "Update wallet" }).click();
    await wallet.getByText("Please give a reason").waitFor();
    await wallet.getByLabel("Reason").fill("paid in cash by mistake");
    await wallet.getByText("¢90.00").waitFor();
    await wallet.getByRole("button", { name: "Update wallet" }).click();
    const question = page.getByRole("alertdialog", {
      name: `Are you sure you want to update ${user.username}'s wallet with ¢-5.20?`,
    });
    await question.getByRole("button", { name: "Yes, debit" }).click();
    await page
      .getByText(`${user.username}'s wallet updated successfully. New balance: ¢90.00`)
      .first()
      .waitFor();
    await profile.getByText("¢90.00").waitFor();
    await page.getByText("Showing 3 of 3 entries").waitFor();
    await page.getByText("paid in cash by mistake").first().waitFor();
    const statement = await exported(page);
    expect(statement.name).toMatch(/^[\w-]+-audit-[\d-]*(to-)?[\d-]+\.csv$/);
    expect(statement.text).toContain(",paid in cash by mistake,,-5.20,90.00,");
    expect(statement.text.trim().split("\r\n")).toHaveLength(4);

    // A complaint is settled where it is found.
    await page
      .getByRole("button", { name: /^Movement \d+$/ })
      .first()
      .click();
    const movement = page.getByRole("dialog", { name: /^Movement / });
    await movement.getByRole("button", { name: "Correct this" }).click();
    await sees(movement.getByLabel("Amount")).inputValue().toBe("5.20");
    await page.keyboard.press("Escape");
    await movement.waitFor({ state: "detached" });

    const others = [user, user].map(({ phone, password }) => stage.shop.login(phone, password));
    const sessions = [user, ...(await Promise.all(others))];
    await page.reload();
    await tabs.getByRole("tab", { name: "Sessions" }).click();
    const end = page.getByRole("button", { name: "End session" });
    await expect.poll(() => end.count()).toBe(3);
    await end.first().click();
    await expect.poll(() => end.count()).toBe(2);
    await page.getByRole("button", { name: "End all sessions" }).click();
    await page.getByText("Nobody is signed in.").waitFor();
    for (const { token } of sessions) expect((await stage.shop.as({ token }).get("/user")).status).toBe(401);
    expect(problems).toEqual([]);
  });
});

describe.each(officeWidths)("two admins at once, on %s", (_, size) => {
  test("an admin with an outdated page cannot overwrite a user's level or status, or a product's status", async () => {
    const { shop } = stage;
    const user = await newUser();
    const { page } = await open(`/admin/users?search=${user.username}`, size);
    const level = page.getByLabel(`Level of ${user.username}`);
    const status = page.getByLabel(`Status of ${user.username}`);
    await level.waitFor();
    const by = shop.admin._id;
    /** Lets another admin act while the call is in transit. */
    const meanwhile = async (address: string, act: () => Promise<unknown>) => {
      await page.route(
        address,
        async (route) => {
          await act();
          await route.continue();
        },
        { times: 1 },
      );
    };
    const refusal = "Somebody else has changed this meanwhile. Nothing was saved: please look at it again.";
    await meanwhile("**/api/user/*/level", () =>
      shop.command("change_level", by, { user: user._id, level: "Super Agent" }),
    );
    await level.selectOption("Agent");
    await page.getByText(refusal).first().waitFor();
    await expect.poll(() => level.inputValue()).toBe("Super Agent");
    await meanwhile("**/api/user/*/status", async () => {
      await shop.command("change_status", by, { user: user._id, status: "Banned" });
    });
    // The first refusal may still be shown, and a choice is shown before it is saved.
    const refused = page.waitForResponse("**/api/user/*/status");
    await status.selectOption("Banned");
    expect((await refused).status()).toBe(409);
    await page.getByText(refusal).first().waitFor();
    await expect.poll(() => status.inputValue()).toBe("Banned");
    const { rows } = await shop.pool.query("select level, status from ledger.account where user_id = $1", [
      user._id,
    ]);
    expect(rows).toEqual([{ level: "Super Agent", status: "Banned" }]);

    await page.goto("/admin/products?network=AFA");
    await page.getByLabel("Status").selectOption("out of stock");
    const dialog = page.getByRole("alertdialog");
    await dialog.waitFor();
    const [afa] = (await shop.call<ProductRecord[]>("GET", "/product")).body.filter(
      ({ network }) => network === "AFA",
    );
    await shop.command("change_product_status", by, { product: afa!._id, status: "out of stock" });
    await dialog.getByRole("button", { name: "Yes, mark it" }).click();
    await dialog.getByText(`Error updating product status: ${refusal}`).waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => page.getByLabel("Status").inputValue()).toBe("out of stock");
    await shop.command("change_product_status", by, { product: afa!._id, status: "available" });
  });

  test("a user's page announces only that user's new orders and moves no row", async () => {
    const user = await newUser(10_000);
    const other = await newUser(10_000);
    const buy = async (who: TestUser) => (await stage.shop.buy(who)).body._id;
    await buy(user);
    const { page } = await open(`/admin/users/${user._id}`, size);
    const rows = page.locator("[data-order]");
    await expect.poll(() => rows.count()).toBe(1);
    await buy(other);
    const fresh = await buy(user);
    await page.getByRole("button", { name: "1 new" }).waitFor();
    await sees(rows).hasCount(1);
    await page.getByRole("button", { name: "1 new" }).click();
    await page.locator(`[data-order="${fresh}"]`).waitFor();
    await expect.poll(() => rows.count()).toBe(2);
  });
});
