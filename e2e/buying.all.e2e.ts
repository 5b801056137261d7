/** Buying one bundle: number, warning, price, question, and lost connections. */
import { expect, test } from "vitest";
import { drawn, phone } from "./pages.ts";
import { nextPhone, openCustomer, openStage } from "./stage.ts";
import { ordersOf, changeProduct, dearerBy, choose, yes } from "./buying-steps.ts";
import { sees } from "./sees.ts";

const stage = openStage();

test("Pay needs ten digits and a package, and another carrier's prefix only warns", async () => {
  const user = await stage.shop.addUser(`b${nextPhone()}`, nextPhone(), "Agent", 10_000);
  const { page, problems } = await stage.pages.openAs(user, "/home/buy/MTNup2u");
  const pay = page.getByRole("button", { name: /^Pay/ });
  await page.getByLabel("Beneficiary number").fill("02441234567");
  await sees(page.getByLabel("Beneficiary number")).inputValue().toBe("024 412 3456");
  await sees(pay).isDisabled().toBe(true);
  // The agent's price and the balance after paying it.
  await page.getByRole("radio", { name: /^1 GB.*¢4\.60/ }).check();
  await page.getByText("¢95.40").waitFor();
  await sees(pay).isDisabled().toBe(false);
  await page.getByLabel("Beneficiary number").fill("024412345");
  await sees(pay).isDisabled().toBe(true);
  await page.getByLabel("Beneficiary number").fill("0201234567");
  await page.getByText("020 is a number of Telecel").waitFor();
  await pay.click();
  await page.getByRole("alertdialog", { name: "Are you sure you want to make payment?" }).waitFor();
  await yes(page).click();
  await page.getByText("Purchase made successfully").first().waitFor();
  await page.waitForURL((url) => url.pathname === "/home/my-transactions");
  const orders = await ordersOf(user);
  expect(orders).toMatchObject([{ receiver: "0201234567", offer: "1 GB", status: "pending" }]);
  expect(await page.evaluate(() => localStorage.getItem("nowToProcess"))).toBe(orders[0]?._id);
  expect(problems).toEqual([]);
});

test("after a lost answer and a price change, retries the same sale at its old price and sends another sale at the new one", async () => {
  const { user, page } = await openCustomer(10_000, "/home/buy/MTNup2u");
  await choose(page, "0244123456", "1 GB");
  const loseOnce = async () =>
    page.route(
      "**/api/order/create",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
  await loseOnce();
  await page.getByRole("button", { name: "Pay ¢4.80" }).click();
  await yes(page).click();
  await page.getByText("We do not know yet whether this payment went through.").waitFor();
  await changeProduct("MTNup2u", dearerBy(1));
  await page.getByText("¢5.80").first().waitFor();
  await loseOnce();
  await yes(page).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Retry", disabled: false }).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();

  await choose(page, "0244123457", "1 GB");
  await page.getByRole("button", { name: "Pay ¢5.80" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Yes, pay ¢5.80" }).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();

  await choose(page, "0244123456", "1 GB");
  await page.getByRole("button", { name: "Pay ¢5.80" }).click();
  await page.getByRole("alertdialog").getByText("¢4.80").waitFor();
  await page.getByRole("alertdialog").getByRole("button", { name: "Retry", disabled: false }).click();
  await page.getByText("Purchase made successfully").first().waitFor();
  await changeProduct("MTNup2u", dearerBy(-1));
  expect(await ordersOf(user)).toHaveLength(1);
});

test("text typed after following a link survives a reload, and following the link again replaces it", async () => {
  const { page } = await openCustomer(10_000);
  const link = "/home/buy/MTNup2u?to=0244123456&pkg=mtnup2u-1";
  const number = page.getByLabel("Beneficiary number");
  const shown = async () => [
    await number.inputValue(),
    await page.getByRole("radio", { checked: true }).getAttribute("value"),
  ];
  await page.goto(link);
  await number.waitFor();
  await expect.poll(shown).toEqual(["024 412 3456", "mtnup2u-1"]);
  await choose(page, "0551234567", "5 GB");
  await page.reload();
  await number.waitFor();
  await expect.poll(shown).toEqual(["055 123 4567", "mtnup2u-2"]);
  await page.goto("/home");
  await page.goto(link);
  await number.waitFor();
  await expect.poll(shown).toEqual(["024 412 3456", "mtnup2u-1"]);
  // Nothing was typed here since, so the link's value applies again.
  await page.reload();
  await number.waitFor();
  await expect.poll(shown).toEqual(["024 412 3456", "mtnup2u-1"]);
  await page.goto("/home/topup?amount=70");
  await page.getByLabel("Amount").fill("85");
  await page.reload();
  await expect.poll(() => page.getByLabel("Amount").inputValue()).toBe("85");
});

test("takes a recent or pasted number, names it, finds it by name, and forgets it", async () => {
  const user = await stage.shop.addUser(`c${nextPhone()}`, nextPhone(), "Customer", 10_000);
  await stage.shop.buy(user, "mtnup2u-1", "0551234567");
  const { page } = await stage.pages.openAs(user, "/home/buy/MTNup2u", phone, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await page.getByRole("button", { name: "055 123 4567", exact: true }).click();
  await expect.poll(() => page.getByLabel("Beneficiary number").inputValue()).toBe("055 123 4567");
  await page.evaluate(() => navigator.clipboard.writeText("call +233 24 412 3456"));
  await page.getByRole("button", { name: "Paste" }).click();
  await expect.poll(() => page.getByLabel("Beneficiary number").inputValue()).toBe("024 412 3456");
  await page.getByRole("button", { name: "Save 024 412 3456" }).click();
  await page.getByLabel("Name").fill("Mum");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByLabel("Beneficiary number").fill("");
  await page.getByRole("button", { name: "Mum" }).click();
  await expect.poll(() => page.getByLabel("Beneficiary number").inputValue()).toBe("024 412 3456");
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("button", { name: "Forget Mum" }).click();
  await page.getByRole("button", { name: "Forget Mum" }).waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("button", { name: "Mum" }).count()).toBe(0);
});

test("AFA preselects its first package and asks for the whole form", async () => {
  const { user, page } = await openCustomer(10_000, "/home/buy/AFA");
  await expect.poll(() => page.getByRole("radio").first().isChecked()).toBe(true);
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
  // The buyer's own receipt shows the whole form.
  const receipt = page.getByRole("dialog");
  for (const said of ["Ama Mensah", "GHA-123456789-0", "17/05/1990", "Kumasi"])
    await receipt.getByText(said).waitFor();
});

test("a Retry after the page has found out what became of the payment does not buy again", async () => {
  const { user, page } = await openCustomer(10_000);
  await page.route(
    "**/api/order/create",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.goto("/home/buy/MTNup2u?to=0244123456&pkg=mtnup2u-1");
  await page.getByRole("button", { name: /^Pay ¢/ }).click();
  await yes(page).click();
  await page.getByText("We do not know yet whether this payment went through.").waitFor();
  await page.getByText("Purchase made successfully: 1 GB for 024 412 3456").waitFor();
  expect(await page.evaluate(() => localStorage.getItem("unanswered"))).toBeNull();
  await page.getByRole("button", { name: "Retry" }).click();
  await page.waitForURL("**/home/my-transactions?receipt=*");
  expect(await ordersOf(user)).toHaveLength(1);
});

test("Pay leads to the first thing that is missing and says what it is", async () => {
  const { page } = await openCustomer(10_000, "/home/buy/MTNup2u");
  const pay = page.getByRole("button", { name: /^Pay/ });
  const number = page.getByLabel("Beneficiary number");
  await page.locator("[data-dock]").getByText("Please enter a 10-digit phone number").waitFor();
  // Playwright would wait until the button is enabled.
  await pay.click({ force: true });
  await expect.poll(() => number.evaluate((field) => field === document.activeElement)).toBe(true);
  await sees(number).getAttribute("aria-invalid").toBe("true");
  await number.fill("0244123456");
  await page.locator("[data-dock]").getByText("Please choose a package").waitFor();
  await pay.click({ force: true });
  const first = page.getByRole("radio").first();
  await expect.poll(() => first.evaluate((radio) => radio === document.activeElement)).toBe(true);
  await sees(page.getByRole("alertdialog")).hasCount(0);
});

test("adds the leading zero that was left out, and nothing moves at the tenth digit", async () => {
  const { page } = await openCustomer(10_000, "/home/buy/MTNup2u");
  const number = page.getByLabel("Beneficiary number");
  const top = async () => (await page.getByRole("radio").first().boundingBox())?.y;
  await number.fill("024412345");
  await drawn(page);
  const before = await top();
  await number.pressSequentially("6");
  await page.getByRole("button", { name: "Save 024 412 3456" }).waitFor();
  expect(await top()).toBe(before);
  await number.fill("244123457");
  await page.getByRole("radio", { name: /^1 GB/ }).check();
  await sees(number).inputValue().toBe("024 412 3457");
  await page.getByRole("button", { name: /^Pay ¢/ }).click();
  await page.getByRole("alertdialog").getByText("024 412 3457").waitFor();
});

test("a running payment cannot be closed, and buying the same again within ten minutes asks first", async () => {
  const { page } = await openCustomer(10_000, "/home/buy/MTNup2u?to=0244123456&pkg=mtnup2u-1");
  const held = Promise.withResolvers<void>();
  await page.route("**/api/order/create", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: /^Pay ¢/ }).click();
  await yes(page).click();
  await page.getByRole("alertdialog", { name: "Paying …" }).waitFor();
  await page.keyboard.press("Escape");
  await drawn(page);
  await page.getByRole("alertdialog", { name: "Paying …" }).waitFor();
  held.resolve();
  await page.getByText("Purchase made successfully").first().waitFor();
  await page.goto("/home/buy/MTNup2u?to=0244123456&pkg=mtnup2u-1");
  await page.getByRole("button", { name: /^Pay ¢/ }).click();
  await page.getByText(/You bought the same (just now|a minute ago)/).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.goto("/home/buy/MTNup2u?to=0244123457&pkg=mtnup2u-1");
  await page.getByRole("button", { name: /^Pay ¢/ }).click();
  await yes(page).waitFor();
  await sees(page.getByText("You bought the same")).hasCount(0);
});

test("MTN Express shows the specification's note, which only warns", async () => {
  const { shop } = stage;
  const packages = [{ offer: "1 GB", priceCustomer: 4.8, priceAgent: 4.6, priceSAg: 4.5 }];
  const product = { network: "MTNexpress", packages, status: "available" };
  const made = await shop.as(shop.admin).post("/product/create", product);
  expect(made.status).toBe(201);
  const { page } = await openCustomer(10_000, "/home/buy/MTNexpress");
  await sees(page.getByRole("note"))
    .innerText()
    .toBe("Currently, MTN Express is not accepting new numbers. Please try MTNUp2U or MTNMe2U.");
  await choose(page, "0244123456", "1 GB");
  await page.getByRole("button", { name: "Pay ¢4.80", disabled: false }).waitFor();
});
