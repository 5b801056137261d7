/** Buying one bundle: the number, the warning, the price, the question, and what a bad line must not do. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { TestUser } from "#tools/testing/test-shop.ts";
import { signedIn } from "./pages.ts";
import { nextPhone, openStage, widths } from "./stage.ts";

const stage = openStage();

async function ordersOf(user: TestUser): Promise<{ receiver: string; offer: string; status: string }[]> {
  const { body } = await stage.shop.call<{ receiver: string; offer: string; status: string }[]>(
    "GET",
    "/order/allorders",
    undefined,
    { token: user.token },
  );
  return body;
}

async function choose(page: Page, number: string, offer: string): Promise<void> {
  await page.getByLabel("Beneficiary number").fill(number);
  await page.getByRole("radio", { name: new RegExp(`^${offer}`) }).check();
}

const yes = (page: Page) => page.getByRole("alertdialog").getByRole("button", { name: /^(Yes, pay|Retry)/ });

describe.each(widths)("on %s", (_, width) => {
  test("Pay waits for ten digits and a package; another carrier's prefix warns and does not block", async () => {
    const user = await stage.shop.addUser(`b${nextPhone()}`, nextPhone(), "Agent", 10_000);
    const { page, problems } = await stage.pages.open(width);
    await signedIn(page, user);
    await page.goto("/home/buy/MTNup2u");
    const pay = page.getByRole("button", { name: /^Pay/ });
    await page.getByLabel("Beneficiary number").fill("02441234567");
    expect(await page.getByLabel("Beneficiary number").inputValue()).toBe("024 412 3456");
    expect(await pay.isDisabled()).toBe(true);
    // The agent's price, and what is left after it.
    await page.getByRole("radio", { name: /^1 GB.*¢4\.60/ }).check();
    await page.getByText("¢95.40").waitFor();
    expect(await pay.isDisabled()).toBe(false);
    await page.getByLabel("Beneficiary number").fill("024412345");
    expect(await pay.isDisabled()).toBe(true);
    await page.getByLabel("Beneficiary number").fill("0201234567");
    await page.getByText("020 is a number of Telecel").waitFor();
    await pay.click();
    await page.getByRole("alertdialog", { name: "Are you sure you want to make payment?" }).waitFor();
    await yes(page).click();
    await page.getByText("Purchase made successfully").first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/home/my-transactions");
    expect(await ordersOf(user)).toMatchObject([
      { receiver: "0201234567", offer: "1 GB", status: "pending" },
    ]);
    expect(problems).toEqual([]);
  });

  test("too little money says how much more, and the top-up comes back to this purchase", async () => {
    const user = await stage.shop.addUser(`i${nextPhone()}`, nextPhone(), "Customer", 500);
    const { page } = await stage.pages.open(width);
    await signedIn(page, user);
    await page.goto("/home/buy/MTNup2u");
    await choose(page, "0244123456", "5 GB");
    await page.getByText("You need ¢17.50 more").waitFor();
    await page.getByRole("button", { name: /^Pay/ }).click();
    await yes(page).click();
    await page.getByText("Insufficient balance. Please top up your wallet.").first().waitFor();
    await page.waitForURL("**/home/topup?*");
    expect(await ordersOf(user)).toEqual([]);
    await page.getByRole("link", { name: "Back to your purchase" }).click();
    await page.waitForURL("**/home/buy/MTNup2u?*");
    expect(await page.getByLabel("Beneficiary number").inputValue()).toBe("024 412 3456");
    expect(await page.getByRole("radio", { name: /^5 GB/ }).isChecked()).toBe(true);
  });

  test("a lost answer is asked for again under the same key: charged once, even after a reload", async () => {
    const user = await stage.shop.addUser(`l${nextPhone()}`, nextPhone(), "Customer", 10_000);
    const { page } = await stage.pages.open(width, { serviceWorkers: "block" });
    await signedIn(page, user);
    const keys: (string | undefined)[] = [];
    let lose = 2;
    await page.route("**/api/order/create", async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      // It arrives and is carried out; the answer is lost on the way back.
      const response = await route.fetch();
      if (lose-- > 0) return route.abort();
      return route.fulfill({ response });
    });
    await page.goto("/home/buy/MTNup2u");
    await choose(page, "0244123456", "1 GB");
    await page.getByRole("button", { name: /^Pay/ }).click();
    await yes(page).click();
    await page.getByText("We do not know yet whether this payment went through.").waitFor();
    await yes(page).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Retry", disabled: false }).waitFor();
    await page.reload();
    await yes(page).click();
    await page.getByText("Purchase made successfully").first().waitFor();
    expect(new Set(keys).size).toBe(1);
    expect(keys).toHaveLength(3);
    expect(await ordersOf(user)).toHaveLength(1);
  });

  test("a repeat is three taps: Repeat, Pay, Yes", async () => {
    const user = await stage.shop.addUser(`t${nextPhone()}`, nextPhone(), "Customer", 10_000);
    const order = { packageId: "mtnup2u-2", receiver: "0551234567" };
    await stage.shop.call("POST", "/order/create", order, { token: user.token });
    const { page } = await stage.pages.open(width);
    await signedIn(page, user);
    await page.goto("/home");
    await page.getByRole("link", { name: "Repeat" }).click();
    await page.getByRole("button", { name: "Pay ¢22.50" }).click();
    await yes(page).click();
    await page.getByText("Purchase made successfully").first().waitFor();
    expect(await ordersOf(user)).toMatchObject([
      { receiver: "0551234567", offer: "5 GB" },
      { receiver: "0551234567", offer: "5 GB" },
    ]);
  });

  test("a number is taken from the last ones or pasted, gets a name, is taken by it, and is forgotten", async () => {
    const user = await stage.shop.addUser(`c${nextPhone()}`, nextPhone(), "Customer", 10_000);
    const order = { packageId: "mtnup2u-1", receiver: "0551234567" };
    await stage.shop.call("POST", "/order/create", order, { token: user.token });
    const { page } = await stage.pages.open(width, { permissions: ["clipboard-read", "clipboard-write"] });
    await signedIn(page, user);
    await page.goto("/home/buy/MTNup2u");
    await page.getByRole("button", { name: "055 123 4567", exact: true }).click();
    expect(await page.getByLabel("Beneficiary number").inputValue()).toBe("055 123 4567");
    await page.evaluate(() => navigator.clipboard.writeText("call +233 24 412 3456"));
    await page.getByRole("button", { name: "Paste" }).click();
    await expect.poll(() => page.getByLabel("Beneficiary number").inputValue()).toBe("024 412 3456");
    await page.getByRole("button", { name: "Save 024 412 3456" }).click();
    await page.getByLabel("Name").fill("Mum");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByLabel("Beneficiary number").fill("");
    await page.getByRole("button", { name: "Mum" }).click();
    expect(await page.getByLabel("Beneficiary number").inputValue()).toBe("024 412 3456");
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByRole("button", { name: "Forget Mum" }).click();
    await page.getByRole("button", { name: "Forget Mum" }).waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    expect(await page.getByRole("button", { name: "Mum" }).count()).toBe(0);
  });

  test("AFA has its first package chosen and asks for the whole form", async () => {
    const user = await stage.shop.addUser(`f${nextPhone()}`, nextPhone(), "Customer", 10_000);
    const { page } = await stage.pages.open(width);
    await signedIn(page, user);
    await page.goto("/home/buy/AFA");
    expect(await page.getByRole("radio").first().isChecked()).toBe(true);
    await page.getByLabel("Beneficiary number").fill("0244123456");
    await page.getByRole("button", { name: /^Pay/ }).click();
    const form = page.getByRole("group", { name: "AFA registration" });
    await form.getByText("Please enter the name").waitFor();
    await form.getByLabel("Full name").fill("Ama Mensah");
    await form.getByLabel("Phone").fill("0244123456");
    await form.getByLabel("Ghana Card number").fill("GHA-123456789-0");
    await form.getByLabel("Date of birth").fill("1990-05-17");
    await form.getByLabel("Location").fill("Kumasi");
    await page.getByRole("button", { name: /^Pay/ }).click();
    await yes(page).click();
    await page.getByText("Purchase made successfully").first().waitFor();
    expect(await ordersOf(user)).toMatchObject([{ items: { card: "GHA-123456789-0" } }]);
  });
});

test("a changed price charges nothing and shows the new one; a product's note warns; out of stock blocks", async () => {
  const { shop } = stage;
  const user = await shop.addUser(`x${nextPhone()}`, nextPhone(), "Customer", 10_000);
  const { page } = await stage.pages.open();
  await signedIn(page, user);
  // The page does not hear of it: as if the change fell between the question and the yes.
  await page.route("**/api/live/ticket", (route) => route.abort());
  await page.goto("/home/buy/MTNup2u");
  await choose(page, "0244123456", "1 GB");
  await page.getByRole("button", { name: "Pay ¢4.80" }).click();
  const { body: products } = await shop.call<Record<string, unknown>[]>("GET", "/product");
  const product = products.find(({ network }) => network === "MTNup2u") ?? {};
  const packages = (product["packages"] as { priceCustomer: number }[]).map((row) => ({ ...row }));
  const change = (fields: object) =>
    shop.call(
      "PUT",
      `/product/${String(product["_id"])}`,
      { ...product, ...fields },
      { token: shop.admin.token },
    );
  const dearer = packages.map((row) => ({ ...row, priceCustomer: row.priceCustomer + 1 }));
  expect((await change({ packages: dearer, note: "Delivery is slow today." })).status).toBe(200);
  await yes(page).click();
  await page.getByText("The price has changed").first().waitFor();
  await page.getByText("Nothing was charged.").waitFor();
  expect(await ordersOf(user)).toEqual([]);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Pay ¢5.80" }).waitFor();
  await page.getByRole("note").getByText("Delivery is slow today.").waitFor();
  await change({ packages, note: "", status: "out of stock" });
  await page.reload();
  await page.getByText("MTNup2u is out of stock").waitFor();
  expect(await page.getByRole("button", { name: /^Pay/ }).isDisabled()).toBe(true);
  await change({ packages, status: "available" });
});
