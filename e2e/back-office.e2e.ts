/** Users, products, top-ups, figures and settings, as admins work with them. */
import { readFile } from "node:fs/promises";
import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { ProductRecord } from "#api/contract/catalogue.ts";
import type { Statistics } from "#api/contract/orders.ts";
import { formatDay } from "#ledger/terms/dates.ts";
import { texts } from "#ledger/terms/texts.ts";
import type { TestUser } from "#tools/testing/test-shop.ts";
import { desk, refuseOnce, signedIn } from "./pages.ts";
import { nextPhone, openStage } from "./stage.ts";

const stage = openStage();
let names = 0;

async function newUser(balance = 0): Promise<TestUser> {
  names += 1;
  return stage.shop.addUser(`person${names}x`, nextPhone(), "Customer", balance);
}

async function open(path: string, size = desk) {
  const opened = await stage.pages.open(size);
  await signedIn(opened.page, stage.shop.admin);
  await opened.page.goto(path);
  await opened.page.getByRole("heading", { level: 1 }).waitFor();
  return opened;
}

async function exported(page: Page): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export to Excel" }).click(),
  ]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}

const office = { width: 390, height: 844 };

describe.each([
  ["a phone", office],
  ["a desk", desk],
])("on %s", (_, size) => {
  test("a user is found, made an Agent, banned at once, let in again and deleted", async () => {
    const user = await newUser();
    const his = await stage.pages.open();
    await signedIn(his.page, user);
    await his.page.goto("/home");
    await his.page.getByTestId("balance").first().waitFor();

    const { page, problems } = await open("/admin/users", size);
    await page.getByRole("searchbox").fill(user.username);
    await page.getByText("Showing 1 of 1 entries").waitFor();
    const level = page.getByLabel(`Level of ${user.username}`);
    expect(await level.locator("option").allTextContents()).toEqual(["Customer", "Agent", "Super Agent"]);
    await level.selectOption("Agent");
    await page.getByText("User level updated successfully").first().waitFor();
    await page.getByLabel(`Status of ${user.username}`).selectOption("Banned");
    await page.getByText("User status updated successfully").first().waitFor();
    // The ban acts on the page that is open.
    await his.page.waitForURL((url) => url.pathname === "/");
    await page.getByLabel(`Status of ${user.username}`).selectOption("Active");
    await expect.poll(() => page.getByLabel(`Status of ${user.username}`).inputValue()).toBe("Active");
    const { name, text } = await exported(page);
    expect(name).toBe("users.csv");
    expect(text).toContain(`${user.username},${user.phone},${user.email},Agent,Active,0.00`);
    expect(text.trim().split("\r\n")).toHaveLength(2);
    await page.getByRole("button", { name: `Delete ${user.username}` }).click();
    await page.getByRole("button", { name: "Yes, delete" }).click();
    await page.getByText("User deleted successfully").first().waitFor();
    await page.getByText("No records found").waitFor();
    expect(problems).toEqual([]);
  });

  test("a user's page has his rows, his statement and his sessions to end, and changes his wallet", async () => {
    const user = await newUser(10_000);
    const order = { packageId: "mtnup2u-1", receiver: "0244123456" };
    await stage.shop.call("POST", "/order/create", order, { token: user.token });
    await stage.shop.call("POST", "/recharge", { amount: 60 }, { token: user.token });
    const { page, problems } = await open(`/admin/users/${user._id}`, size);
    const profile = page.getByRole("region", { name: "Profile" });
    await profile.getByText("¢95.20").waitFor();
    await page.getByText("Showing 1 of 1 entries").waitFor();
    // Of this user alone.
    const orders = await exported(page);
    expect(orders.name).toBe("orders.csv");
    expect(orders.text.trim().split("\r\n")).toHaveLength(2);
    const tabs = page.getByRole("group", { name: "What to show" });
    await tabs.getByRole("button", { name: "Requests" }).click();
    await page.getByText("60.00").first().waitFor();
    const requests = await exported(page);
    expect(requests.name).toBe("topups.csv");
    expect(requests.text.trim().split("\r\n")).toHaveLength(2);
    await tabs.getByRole("button", { name: "Statement" }).click();
    await page.getByText("Showing 2 of 2 entries").waitFor();
    await page.getByText("Purchase").first().waitFor();

    const wallet = page.getByRole("region", { name: "Credit or debit" });
    await wallet.getByLabel("Amount").fill("-5.20");
    await wallet.getByRole("button", { name: "Update wallet" }).click();
    await wallet.getByText("Please say why").waitFor();
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
    expect(statement.name).toBe("audit.csv");
    expect(statement.text).toContain(",paid in cash by mistake,,-5.20,90.00,");
    expect(statement.text.trim().split("\r\n")).toHaveLength(4);

    const others = [user, user].map(({ phone, password }) => stage.shop.login(phone, password));
    const sessions = [user, ...(await Promise.all(others))];
    await page.reload();
    await tabs.getByRole("button", { name: "Sessions" }).click();
    const end = page.getByRole("button", { name: "End session" });
    await expect.poll(() => end.count()).toBe(3);
    await end.first().click();
    await expect.poll(() => end.count()).toBe(2);
    await page.getByRole("button", { name: "End all sessions" }).click();
    await page.getByText("Nobody is signed in.").waitFor();
    for (const { token } of sessions)
      expect((await stage.shop.call("GET", "/user", undefined, { token })).status).toBe(401);
    expect(problems).toEqual([]);
  });

  test("two open requests with one MoMo payment are flagged, and the history is searched and exported", async () => {
    const user = await newUser();
    const momo = `MP${size.width}`;
    const ask = (momoTransactionId: string) =>
      stage.shop.call<{ recharge: { rechargeId: string; _id: string } }>(
        "POST",
        "/recharge",
        { amount: 80, momoTransactionId },
        { token: user.token },
      );
    const first = (await ask(momo)).body.recharge;
    await stage.shop.command("approve_topup", stage.shop.admin._id, { recharge: Number(first._id) });
    const { page, problems } = await open("/admin/finance", size);
    const second = (await ask(momo.toLowerCase())).body.recharge;
    const card = page.getByRole("listitem").filter({ hasText: second.rechargeId });
    await card.getByText(`The same MoMo ID stands in ${first.rechargeId} (approved)`).waitFor();
    await card.getByRole("button", { name: "Decline" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText("¢80.00, unchanged").waitFor();
    await dialog.getByRole("button", { name: "Yes, decline" }).click();
    await page.getByText("Recharge request declined").first().waitFor();
    await page.getByRole("searchbox", { name: "Search" }).fill(momo);
    await page.getByText("Showing 2 of 2 entries").waitFor();
    const { name, text } = await exported(page);
    expect(name).toBe("topups.csv");
    expect(text).toContain(`${second.rechargeId},${user.username},${user.phone},${momo.toLowerCase()},`);
    expect(text.trim().split("\r\n")).toHaveLength(3);
    expect(problems).toEqual([]);
  });
});

describe.each([
  ["a phone", office],
  ["a desk", desk],
])("two admins at once, on %s", (_, size) => {
  test("a user's level and status, and a product's, are not overwritten by who has not seen them change", async () => {
    const { shop } = stage;
    const user = await newUser();
    const { page } = await open(`/admin/users?q=${user.username}`, size);
    const level = page.getByLabel(`Level of ${user.username}`);
    const status = page.getByLabel(`Status of ${user.username}`);
    await level.waitFor();
    const by = shop.admin._id;
    /** Another admin acts in the moment in which the call is on its way. */
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
    await status.selectOption("Banned");
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

  test("a user's page announces his new orders, and nobody else's, and moves no row", async () => {
    const user = await newUser(10_000);
    const other = await newUser(10_000);
    const buy = async (who: TestUser) =>
      (
        await stage.shop.call<{ _id: string }>(
          "POST",
          "/order/create",
          { packageId: "mtnup2u-1", receiver: "0244123456" },
          { token: who.token },
        )
      ).body._id;
    await buy(user);
    const { page } = await open(`/admin/users/${user._id}`, size);
    const rows = page.locator("[data-order]");
    await expect.poll(() => rows.count()).toBe(1);
    await buy(other);
    const fresh = await buy(user);
    await page.getByRole("button", { name: "1 new" }).waitFor();
    expect(await rows.count()).toBe(1);
    await page.getByRole("button", { name: "1 new" }).click();
    await page.locator(`[data-order="${fresh}"]`).waitFor();
    expect(await rows.count()).toBe(2);
  });
});

const approvals = (page: Page) => page.getByRole("region", { name: "Waiting for a second admin" });
const pendingRequests = (page: Page) => page.getByRole("region", { name: "Pending requests" });
const history = (page: Page) => page.getByRole("region", { name: "Topup history" });
const cardOf = (page: Page, recharge: number) => page.locator(`[data-recharge="${recharge}"]`);

let recharges = 800_000;
async function asked(user: TestUser, purpose: "topup" | "agent-upgrade" = "topup"): Promise<number> {
  recharges += 1;
  const request = { recharge: recharges, amount: 50_00, purpose, momo_transaction_id: null };
  await stage.shop.command("request_topup", user._id, request);
  return recharges;
}

test("the oldest requests stand first; however many wait, each is found and decided, by one admin", async () => {
  const { shop } = stage;
  const user = await newUser();
  const numbers: number[] = [];
  for (let n = 0; n < 22; n++) numbers.push(await asked(user));
  const [first, second, last] = [numbers[0]!, numbers[1]!, numbers.at(-1)!];
  const { page } = await open("/admin/finance");
  const waiting = pendingRequests(page);
  await cardOf(page, first).waitFor();
  expect(await cardOf(page, last).count()).toBe(0);
  await waiting.getByRole("button", { name: "Next page" }).click();
  await cardOf(page, last).waitFor();
  expect(await cardOf(page, first).count()).toBe(0);

  await page.goto(`/admin/users/${user._id}?tab=requests`);
  await page
    .getByRole("row")
    .filter({ hasText: `T-${last}` })
    .getByRole("link", { name: "Decide" })
    .click();
  await waiting.getByText("Showing 1 of 1 entries").waitFor();
  await cardOf(page, last).getByRole("button", { name: "Approve" }).click();
  await page.getByRole("button", { name: "Yes, approve" }).click();
  await page.getByText("Recharge request approved").first().waitFor();
  await waiting.getByText("No records found").waitFor();
  const line = history(page)
    .getByRole("row")
    .filter({ hasText: `T-${last}` });
  await line.getByRole("cell", { name: "approved" }).waitFor();
  await line.getByRole("cell", { name: "admin", exact: true }).waitFor();

  await waiting.getByRole("searchbox").fill("");
  await cardOf(page, second).getByRole("button", { name: "Approve" }).click();
  const by = shop.admin._id;
  await shop.command("decline_topup", by, { recharge: first });
  await cardOf(page, first).getByText("declined").waitFor();
  expect(await cardOf(page, first).getByRole("button").count()).toBe(0);
  await shop.command("decline_topup", by, { recharge: second });
  await page.getByRole("button", { name: "Yes, approve" }).click();
  await page.getByRole("alertdialog").getByText("This recharge request is already declined").waitFor();
  for (const recharge of numbers.slice(2, -1)) await shop.command("decline_topup", by, { recharge });
});

test("an agent request is approved with its level, once, also where the answer is lost", async () => {
  const user = await newUser();
  const recharge = await asked(user, "agent-upgrade");
  const { page } = await open("/admin/finance");
  await cardOf(page, recharge).getByText("Wants to become an Agent").waitFor();
  await cardOf(page, recharge).getByRole("button", { name: "Approve" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText("¢0.00 → ¢50.00").waitFor();
  await page.route(
    `**/api/recharge/${recharge}/approve`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await dialog.getByRole("button", { name: "Approve and make Agent" }).click();
  await dialog.getByText("It may have been done all the same.").waitFor();
  await dialog.getByRole("button", { name: "Retry" }).click();
  await page.getByText("Recharge request approved").first().waitFor();
  await page.goto(`/admin/users/${user._id}`);
  await page.getByRole("region", { name: "Profile" }).getByText("¢50.00").waitFor();
  expect(await page.getByLabel(`Level of ${user.username}`).inputValue()).toBe("Agent");
});

test("a user is chosen from the list, credited and debited; decided requests are removed, one and all", async () => {
  const { shop } = stage;
  const user = await newUser();
  const [one, two, open_] = [await asked(user), await asked(user), await asked(user)];
  for (const recharge of [one, two]) await shop.command("decline_topup", shop.admin._id, { recharge });
  const { page } = await open("/admin/finance");
  const form = page.getByRole("region", { name: "Credit or debit" });
  const update = async (amount: string, yes: string, preview: string) => {
    await form.getByLabel("Amount").fill(amount);
    await form.getByLabel("Reason").fill("at the counter");
    await form.getByRole("button", { name: "Update wallet" }).click();
    await form.getByText("Please choose a user").waitFor();
    await form.getByLabel("User").fill(user.username);
    await form.getByRole("button", { name: user.username }).click();
    await form.getByText(preview).waitFor();
    await form.getByRole("button", { name: "Update wallet" }).click();
    await page.getByRole("button", { name: yes }).click();
  };
  await update("12.50", "Yes, credit", "+¢12.50 · Balance ¢0.00 → ¢12.50");
  await page
    .getByText(`${user.username}'s wallet updated successfully. New balance: ¢12.50`)
    .first()
    .waitFor();
  await update("-2.50", "Yes, debit", "−¢2.50 · Balance ¢12.50 → ¢10.00");
  await page
    .getByText(`${user.username}'s wallet updated successfully. New balance: ¢10.00`)
    .first()
    .waitFor();
  await update("-10.01", "Yes, debit", "−¢10.01 · Balance ¢10.00 → −¢0.01");
  await page
    .getByRole("alertdialog")
    .getByText("The wallet holds ¢10.00: a debit cannot take it below zero. Nothing was changed.")
    .waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();

  const line = (recharge: number) =>
    history(page)
      .getByRole("row")
      .filter({ hasText: `T-${recharge}` });
  await line(one).getByRole("button", { name: "Remove" }).click();
  await refuseOnce(page, "**/api/recharge/delete/*");
  await page.getByRole("button", { name: "Yes, remove" }).click();
  await page.getByText("Failed to delete the request. Please try again").first().waitFor();
  await line(one).waitFor();
  await page.getByRole("button", { name: "Yes, remove" }).click();
  await page.getByText("Recharge request removed").first().waitFor();
  await line(one).waitFor({ state: "detached" });
  await line(two).waitFor();
  await page.getByRole("button", { name: "Remove all decided requests" }).click();
  await refuseOnce(page, "**/api/recharge/del-all-requests");
  await page.getByRole("button", { name: "Yes, remove" }).click();
  await page.getByText("Error deleting all requests").first().waitFor();
  await page.getByRole("button", { name: "Yes, remove" }).click();
  await line(two).waitFor({ state: "detached" });
  await line(open_).getByText("pending").waitFor();
  const { rows } = await shop.pool.query<{ balance: number }>(
    "select balance::int as balance from ledger.wallet where user_id = $1",
    [user._id],
  );
  expect(rows).toEqual([{ balance: 10_00 }]);
});

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("a product is made with its image and packages, shown to buyers, and marked out of stock", async () => {
  const { page, problems } = await open("/admin/products");
  await page.getByLabel("Network").selectOption("Telecel");
  const add = page.getByRole("button", { name: "Add package" });
  expect(await add.isDisabled()).toBe(true);
  const image = page.getByLabel("Image");
  await image.setInputFiles({ name: "big.png", mimeType: "image/png", buffer: Buffer.alloc(102_401, pixel) });
  await page.getByText("Image size exceeds 100KB. Please upload a smaller image.").first().waitFor();
  expect(await add.isDisabled()).toBe(true);
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
  await preview.getByRole("button", { name: "Super Agent" }).click();
  await preview.getByText("¢11.00").waitFor();
  await page.getByRole("button", { name: "Create product" }).click();
  await page.getByText("Product created successfully").first().waitFor();

  const buyer = await stage.pages.open();
  await signedIn(buyer.page, await newUser(5000));
  await buyer.page.goto("/home/buy/Telecel");
  await buyer.page.getByRole("radio", { name: /^2 GB/ }).waitFor();
  await page.getByLabel("Status").selectOption("out of stock");
  const question = "Are you sure you want to mark this product as out of stock?";
  await page
    .getByRole("alertdialog", { name: question })
    .getByRole("button", { name: "Yes, mark it" })
    .click();
  await buyer.page.getByText("out of stock").first().waitFor();
  const { name, text } = await exported(page);
  expect(name).toBe("products.csv");
  expect(text).toContain("Telecel,out of stock,2 GB,12.00,11.50,11.00,");
  expect(problems).toEqual([]);
});

test("on a phone a product begins with its network's note, and gets another; a package and the image go", async () => {
  const { page, problems } = await open("/admin/products", office);
  await page.getByLabel("Network").selectOption("MTNexpress");
  const note = page.getByLabel("Product note");
  expect(await note.inputValue()).toBe(texts.mtnExpressNote);
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
  expect(await note.inputValue()).toBe(texts.mtnExpressNote);
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
  // The file has a product that sells nothing, too.
  expect((await exported(page)).text).toContain("MTNexpress,available,,,,,Slow today");
  expect(problems).toEqual([]);
});

test("two admins at one product see each other's change, and neither overwrites it", async () => {
  const one = await open("/admin/products?network=MTNup2u");
  const other = await open("/admin/products?network=MTNup2u");
  const price = (page: Page) => page.getByRole("group", { name: "Package 2" }).getByLabel("Customer (¢)");
  await price(other.page).waitFor();
  await price(one.page).fill("23.00");
  await one.page.getByRole("button", { name: "Save product" }).click();
  await one.page.getByText("Product updated successfully").first().waitFor();
  // Nothing was typed here: it is simply there.
  await expect.poll(() => price(other.page).inputValue()).toBe("23.00");
  await price(other.page).fill("24.00");
  await price(one.page).fill("25.00");
  await one.page.getByRole("button", { name: "Save product" }).click();
  await other.page.getByText("Somebody else has changed this product").waitFor();
  await other.page.getByRole("button", { name: "Save product" }).click();
  await other.page.getByText("Somebody else has changed this meanwhile").first().waitFor();
  const { body } = await stage.shop.call<ProductRecord[]>("GET", "/product");
  expect(body.find(({ network }) => network === "MTNup2u")?.packages[1]?.priceCustomer).toBe(25);
  await other.page.getByRole("button", { name: "Show theirs, and drop mine" }).click();
  expect(await price(other.page).inputValue()).toBe("25.00");
});

test("the notice and payment details reach open pages, and a stale form does not overwrite them", async () => {
  const buyer = await stage.pages.open();
  await signedIn(buyer.page, await newUser());
  await buyer.page.goto("/home");
  const one = await open("/admin/extras");
  const other = await open("/admin/extras");
  const elsewhere = await open("/admin/orders", { width: 390, height: 844 });
  const colleague = await stage.pages.open(desk);
  await signedIn(colleague.page, await stage.shop.addUser("colleague", nextPhone(), "Admin"));
  await colleague.page.goto("/admin/orders");
  await colleague.page.getByRole("heading", { level: 1 }).waitFor();
  const notice = (page: Page) => page.getByRole("region", { name: "Notice", exact: true });
  await notice(other.page).getByLabel("Notice text").fill("mine");
  await notice(one.page).getByLabel("Notice text").fill("Closed on Friday");
  await notice(one.page).getByRole("button", { name: "Save" }).click();
  await one.page.getByText("Notice saved").first().waitFor();
  await buyer.page.getByText("Closed on Friday").waitFor();
  await notice(other.page).getByText("Somebody else has changed this").waitFor();
  await notice(other.page).getByRole("button", { name: "Save" }).click();
  await other.page.getByText("Error updating notice content:").first().waitFor();
  await notice(other.page).getByRole("button", { name: "Show theirs, and drop mine" }).click();
  expect(await notice(other.page).getByLabel("Notice text").inputValue()).toBe("Closed on Friday");

  await notice(other.page).getByText("Last changed by admin").waitFor();
  await notice(other.page).getByText("notice before:").waitFor();

  const payment = one.page.getByRole("region", { name: "Payment details" });
  await payment.getByLabel("Mobile money number").fill("024 000 00");
  await payment.getByRole("button", { name: "Save" }).click();
  await payment.getByText("Please enter a 10-digit phone number").waitFor();
  await payment.getByLabel("Mobile money number").fill("0240000077");
  await payment.getByRole("button", { name: "Save" }).click();
  await one.page.getByText("Payment details saved").first().waitFor();
  // The number before stands beside the new one.
  await payment.getByText("0240000009").waitFor();
  await expect
    .poll(() =>
      other.page
        .getByRole("region", { name: "Payment details" })
        .getByLabel("Mobile money number")
        .inputValue(),
    )
    .toBe("024 000 0077");
  const toldOn = (page: Page) =>
    page.getByRole("alert").filter({ hasText: "The payment details were changed" });
  const told = toldOn(elsewhere.page);
  const change = "to 024 000 0077, Ama's Data Shop (before: 024 000 0009, Ama's Data Shop)";
  // On his own other devices, too: had somebody else his session, this is where he would see it.
  await told.getByText(`by admin (you) ${change}`).waitFor();
  await toldOn(other.page).waitFor();
  await toldOn(colleague.page).getByText(`by admin ${change}`).waitFor();
  // Who did it knows; it is seen by what comes after it in the log.
  expect(await toldOn(one.page).count()).toBe(0);
  await one.page.reload();
  await payment.getByText("Last changed by admin").waitFor();
  expect(await toldOn(one.page).count()).toBe(0);
  await elsewhere.page.reload();
  await told.getByRole("button", { name: "I have seen it" }).click();
  await told.waitFor({ state: "detached" });

  const support = one.page.getByRole("region", { name: "Support links" });
  await support.getByLabel("Chat group").fill("http://chat.example.com/a");
  await support.getByRole("button", { name: "Save" }).click();
  await support.getByText("Please enter a link that begins with https://").waitFor();
  await support.getByLabel("Chat group").fill("https://chat.example.com/a");
  await support.getByRole("button", { name: "Save" }).click();
  await one.page.getByText("Support links saved").first().waitFor();
  await support.getByText("Last changed by admin").waitFor();
  await buyer.page.getByRole("button", { name: "Support" }).click();
  const link = buyer.page.getByRole("dialog").getByRole("link");
  expect(await link.first().getAttribute("href")).toBe("https://chat.example.com/a");
});

test("a large correction is asked for by one admin and done by another", async () => {
  const second = await stage.shop.addUser("secondadmin", nextPhone(), "Admin");
  const user = await newUser();
  const { page, problems } = await open("/admin/extras");
  const limit = page.getByRole("region", { name: "Large corrections" });
  await limit.getByLabel("Amount (¢)").fill("twenty");
  await limit.getByRole("button", { name: "Save" }).click();
  await limit.getByText("Please enter a valid amount").waitFor();
  await limit.getByLabel("Amount (¢)").fill("20");
  await limit.getByRole("button", { name: "Save" }).click();
  await page.getByText("Large corrections saved").first().waitFor();

  const other = await stage.pages.open();
  await signedIn(other.page, second);
  await other.page.goto("/admin/finance");
  await other.page.getByRole("heading", { level: 1 }).waitFor();
  const waiting = approvals(other.page);
  const askFor = async (amount: string, reason: string) => {
    await page.goto(`/admin/users/${user._id}`);
    const form = page.getByRole("region", { name: "Credit or debit" });
    await form.getByLabel("Amount").fill(amount);
    await form.getByLabel("Reason").fill(reason);
    await form.getByRole("button", { name: "Update wallet" }).click();
    await page.getByRole("button", { name: /^Yes/ }).click();
    await page.getByText("Another admin must approve this first.").first().waitFor();
    await waiting.getByText(reason).waitFor({ timeout: 5000 });
  };
  // The other one's page, which is open, hears of it, long before it would ask by itself.
  await askFor("30", "paid at the counter");
  await page.goto("/admin/finance");
  const own = approvals(page);
  await own.getByText("Asked for by you").waitFor();
  expect(await own.getByRole("button", { name: "Approve" }).count()).toBe(0);

  await waiting.getByRole("button", { name: "Approve" }).click();
  const question = other.page.getByRole("alertdialog", { name: `Approve +¢30.00 for ${user.username}?` });
  await question.getByText("¢0.00 → ¢30.00").waitFor();
  await question.getByRole("button", { name: "Yes, approve" }).click();
  await other.page.getByText("Approved and done").first().waitFor();
  await waiting.waitFor({ state: "detached" });
  await own.waitFor({ state: "detached", timeout: 5000 });
  await page.goto(`/admin/users/${user._id}`);
  await page.getByRole("region", { name: "Profile" }).getByText("¢30.00").waitFor();

  await askFor("-25", "counted twice");
  const nav = other.page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: /^Topups/ });
  const { rows } = await stage.shop.pool.query<{ count: number }>(
    "select count(*)::int as count from ledger.recharge where status = 'pending' and not hidden",
  );
  await expect.poll(() => nav.innerText()).toMatch(new RegExp(`Topups\\s*${rows[0]!.count + 1}\\b`));
  await waiting.getByRole("button", { name: "Decline" }).click();
  await waiting.waitFor({ state: "detached" });
  await page.goto("/admin/finance");
  const decided = page.getByRole("region", { name: "Decided by a second admin" });
  await decided
    .getByText(/Asked for by you · declined by secondadmin/)
    .first()
    .waitFor();

  await askFor("26", "to be taken back");
  await page.goto(`/admin/users/${user._id}`);
  await page.getByLabel("Amount").fill("1");
  await page.getByLabel("Reason").fill("another");
  await page.getByRole("button", { name: "Update wallet" }).click();
  await page.getByText("Waiting for a second admin already: +¢26.00, to be taken back").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.goto("/admin/finance");
  await own.getByRole("button", { name: "Take back" }).click();
  await waiting.waitFor({ state: "detached", timeout: 5000 });

  await page.goto("/admin/extras");
  await limit.getByLabel("Amount (¢)").fill("500");
  await limit.getByRole("button", { name: "Save" }).click();
  await page.getByText("Another admin must approve this first.").first().waitFor();
  await waiting.getByText("Limit for corrections ¢500.00").waitFor({ timeout: 5000 });
  await waiting.getByRole("button", { name: "Approve" }).click();
  await other.page.getByRole("alertdialog").getByText("¢20.00 → ¢500.00").waitFor();
  await other.page.getByRole("button", { name: "Yes, approve" }).click();
  await waiting.waitFor({ state: "detached" });
  await expect.poll(() => limit.getByLabel("Amount (¢)").inputValue()).toBe("500.00");
  expect(problems).toEqual([]);
});

test("an admin sets up a second factor and signs in with it", async () => {
  const boss = await stage.shop.addUser("careful", nextPhone(), "Admin");
  const { page, problems } = await stage.pages.open();
  await signedIn(page, boss);
  await page.goto("/admin/user-details");
  const card = page.getByRole("region", { name: "Second factor" });
  await card.getByRole("button", { name: "Set up" }).click();
  const sheet = page.getByRole("dialog", { name: "Set up the second factor" });
  await sheet.getByLabel("Your password", { exact: true }).fill(boss.password);
  await sheet.getByRole("button", { name: "Next" }).click();
  await sheet.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
  const secret = await sheet.locator("code").innerText();
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  await sheet.getByLabel("Code the app shows").fill(totp.generate());
  await sheet.getByRole("button", { name: "Turn on" }).click();
  const codes = sheet.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect.poll(() => codes.count()).toBe(10);
  const [first = "", second = ""] = await codes.allTextContents();
  await sheet.getByRole("button", { name: "I have them" }).click();
  await card.getByText("10 recovery codes are left").waitFor();

  const other = await stage.pages.open();
  await other.page.goto("/");
  await other.page.getByLabel("Phone").fill(boss.phone);
  await other.page.getByLabel("Password", { exact: true }).fill(boss.password);
  expect(await other.page.getByLabel("Code").count()).toBe(0);
  await other.page.getByRole("button", { name: "Login" }).click();
  await other.page.getByLabel("Code").fill("12");
  await other.page.getByRole("button", { name: "Login" }).click();
  await other.page.getByText("This code is wrong or was used already").first().waitFor();
  // The code that turned it on is spent: the next one, which a phone's clock may be ahead to.
  await other.page.getByLabel("Code").fill(totp.generate({ timestamp: Date.now() + 30_000 }));
  await other.page.getByRole("button", { name: "Login" }).click();
  await other.page.waitForURL("**/home");

  // The phone is lost.
  const third = await stage.pages.open();
  await third.page.goto("/");
  await third.page.getByLabel("Phone").fill(boss.phone);
  await third.page.getByLabel("Password", { exact: true }).fill(boss.password);
  await third.page.getByRole("button", { name: "Login" }).click();
  await third.page.getByLabel("Code").fill(first);
  await third.page.getByRole("button", { name: "Login" }).click();
  await third.page.waitForURL("**/home");
  await third.page.goto("/admin/user-details");
  const left = third.page.getByRole("region", { name: "Second factor" });
  await left.getByText("9 recovery codes are left").waitFor();
  await left.getByRole("button", { name: "Turn off" }).click();
  const question = third.page.getByRole("alertdialog", { name: "Turn the second factor off?" });
  await question.getByLabel("Your password", { exact: true }).fill(boss.password);
  const code = question.getByLabel("Code of the app, or a recovery code");
  const yes = question.getByRole("button", { name: "Yes, turn off" });
  await code.fill(first);
  await yes.click();
  await question.getByText("This code is wrong or was used already").waitFor();
  await code.fill(second);
  await yes.click();
  await third.page.getByText("The second factor is off").first().waitFor();
  await left.getByRole("button", { name: "Set up" }).waitFor();
  expect(problems).toEqual([]);
});

test("the dashboard counts while it is looked at, and the statistics have every figure", async () => {
  const { shop } = stage;
  const user = await newUser(10_000);
  const agent = await shop.addUser("bestagent", nextPhone(), "Agent", 10_000);
  const bought = await shop.call<{ id: number }>(
    "POST",
    "/order/create",
    { packageId: "mtnup2u-1", receiver: "0244123456" },
    { token: agent.token },
  );
  for (const type of ["process_order", "complete_order"] as const)
    await shop.command(type, shop.admin._id, { order: bought.body.id });
  const statistics = async () =>
    (await shop.call<Statistics>("GET", "/order/statistics", undefined, { token: shop.admin.token })).body;
  await expect.poll(async () => (await statistics()).agents.length).toBe(1);
  const counted = await shop.pool.query<{ users: string }>(
    "select count(*)::text as users from ledger.account where not deleted",
  );

  const { page, problems } = await open("/admin");
  const main = page.getByRole("main");
  await main.getByRole("link", { name: new RegExp(`^Users ${counted.rows[0]?.users} registered`) }).waitFor();
  const { periods } = await statistics();
  const today = periods.find(({ name }) => name === "today")?.all;
  await main
    .getByRole("link", { name: `Summary ${today?.count} orders today ¢${today?.value.toFixed(2)} worth` })
    .waitFor();
  await main.getByRole("link", { name: /^Products \d+ available \d+ out of stock/ }).waitFor();
  const tile = page.getByRole("link", { name: /^Orders/ }).last();
  const pending = async () => Number(/(\d+)\s+pending/.exec(await tile.innerText())?.[1]);
  await expect.poll(pending).toBeGreaterThanOrEqual(0);
  const before = await pending();
  const order = { packageId: "mtnup2u-1", receiver: "0244123456" };
  await shop.call("POST", "/order/create", order, { token: user.token });
  await expect.poll(pending, { timeout: 5000 }).toBe(before + 1);
  const people = page.getByRole("main").getByRole("link", { name: /^Users/ });
  const figures = async () => {
    const [, registered, funds] = /(\d+)\s+registered\s+¢([\d,.]+)/.exec(await people.innerText()) ?? [];
    return { registered: Number(registered), funds: Number(funds?.replaceAll(",", "")) };
  };
  await expect.poll(figures).toMatchObject({ registered: expect.any(Number), funds: expect.any(Number) });
  const { registered, funds } = await figures();
  const list = await open("/admin/users");
  const newcomer = await newUser();
  await expect.poll(figures, { timeout: 5000 }).toEqual({ registered: registered + 1, funds });
  await stage.shop.command("correct_balance", stage.shop.admin._id, {
    user: newcomer._id,
    amount: 1_23,
    reason: "found",
    corrects: null,
  });
  // No order and no request moved it.
  const richer = async () => Math.round((await figures()).funds * 100 - funds * 100);
  await expect.poll(richer, { timeout: 5000 }).toBe(1_23);
  await list.page.getByRole("button", { name: "1 new" }).click();
  await list.page.getByRole("link", { name: newcomer.username }).waitFor();
  await stage.shop.command("correct_balance", stage.shop.admin._id, {
    user: newcomer._id,
    amount: -1_23,
    reason: "found",
    corrects: null,
  });
  await stage.shop.command("delete_user", stage.shop.admin._id, { user: newcomer._id });
  await list.page.getByRole("link", { name: newcomer.username }).waitFor({ state: "detached" });
  await expect.poll(figures, { timeout: 5000 }).toEqual({ registered, funds });
  for (const name of ["Products", "Topups", "Summary", "Users", "Other Info"])
    await page.getByRole("main").getByRole("link", { name }).waitFor();
  await page.getByRole("main").getByRole("link", { name: "Summary" }).click();
  const table = page.getByRole("table", { name: "Orders" });
  for (const name of ["Total", "Today", "This week", "This month", "Last month"])
    await table.getByRole("cell", { name, exact: true }).waitFor();
  const { rows } = await stage.shop.pool.query<{ funds: string }>(
    `select to_char(sum(balance) / 100.0, 'FM999,990.00') as funds from ledger.wallet`,
  );
  await page.getByText(`¢${rows[0]?.funds}`).waitFor();
  await page.getByRole("figure", { name: "Value of orders by day" }).locator("svg").waitFor();
  await page.getByRole("table", { name: "Networks", exact: true }).getByText("MTNup2u").waitFor();
  await page.getByRole("table", { name: "Networks, total" }).getByText("MTNup2u").waitFor();
  const best = page.getByRole("table", { name: "Best agents" }).getByRole("row", { name: "bestagent" });
  expect((await best.innerText()).split(/\s+/)).toEqual(["bestagent", "Agent", "1", "¢4.60"]);
  const day = formatDay(new Date().toISOString().slice(0, 10));
  await page.getByText("The days as a table").click();
  await page.getByRole("cell", { name: day, exact: true }).waitFor();
  const { name, text } = await exported(page);
  expect(name).toBe("statistics.csv");
  expect(text).toContain("Period,Today,");
  expect(text).toMatch(new RegExp(`\r\nDay,${day},\\d+,\\d+\\.\\d\\d,,,\\d+,\\d+\\.\\d\\d\r\n`));
  expect(text).toContain('"Agent, this month",bestagent,,,1,4.60,,');
  expect(problems).toEqual([]);
});

test("an admin's own profile and purchases are under /admin, too", async () => {
  const { page } = await open("/admin");
  await page.getByRole("link", { name: "Go Home" }).click();
  await page.waitForURL("**/home");
  await page.goBack();
  await page.getByRole("link", { name: "Go To User" }).click();
  await page.getByRole("heading", { name: "My Profile" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/admin/user-details");
  await page.goto("/admin/buy/MTNup2u");
  await page.getByRole("radio", { name: /^1 GB/ }).waitFor();
});

test("every table of the office has its page sizes, and goes on and back by pages", async () => {
  const { shop } = stage;
  const user = await newUser(100_000);
  for (let n = 0; n < 6; n++) await newUser();
  for (let n = 0; n < 11; n++) {
    const asked = {
      recharge: 970_000 + n,
      amount: 50_00,
      purpose: "topup",
      momo_transaction_id: null,
    } as const;
    await shop.command("request_topup", user._id, asked);
    await shop.command("approve_topup", shop.admin._id, { recharge: asked.recharge });
    const level = n % 2 === 0 ? "Agent" : "Customer";
    await shop.command("change_level", shop.admin._id, { user: user._id, level });
    const order = { packageId: "mtnup2u-1", receiver: "0244123456" };
    await shop.call("POST", "/order/create", order, { token: user.token });
  }
  const { page, problems } = await open("/admin");
  const some = ["5", "10", "20", "50"];
  const many = ["10", "20", "50", "100"];
  for (const [path, sizes] of [
    ["/admin/orders?status=all", some],
    ["/admin/users", some],
    [`/admin/users/${user._id}?tab=statement`, some],
    ["/admin/finance", many],
    ["/admin/audit", many],
    ["/admin/audit/acts", many],
  ] as const) {
    await page.goto(path);
    const size = page.getByLabel("Per page");
    await size.waitFor();
    expect(await size.locator("option").allTextContents()).toEqual(sizes);
    await size.selectOption(sizes[0]!);
    await page.getByText(new RegExp(`^Showing ${sizes[0]} of `)).waitFor();
    const row = page.locator("tbody tr, ul[aria-label=Acts] > li").first();
    // Its first cells name it; how long an order waits changes by itself.
    const first = async () => (await row.innerText()).split("\t").slice(0, 4).join(" ");
    const top = await first();
    const previous = page.getByRole("button", { name: "Previous page" });
    expect(await previous.isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Next page" }).click();
    await expect.poll(first, { message: path }).not.toBe(top);
    await previous.click();
    await expect.poll(first, { message: path }).toBe(top);
    expect(new URL(page.url()).searchParams.get("size")).toBe(sizes[0]);
  }
  expect(problems).toEqual([]);
});
