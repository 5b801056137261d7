/** Several bundles with one question. Each becomes its own order. */
import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { limits } from "#contract/terms/limits.ts";
import { desk, drawn, phone, settled, signedIn, signIn } from "./pages.ts";
import { nextPhone, openCustomer, openStage } from "./stage.ts";
import { ordersOf, addMany, pay, noAnswer } from "./basket-steps.ts";
import { sees } from "./sees.ts";

const stage = openStage();

/**
 * The server carries out the next purchase, but the page gets no answer: neither to its retries, nor when it asks what
 * became of it. `send` lets the page send again, `end` lets it ask too.
 */
async function loseAnswers(page: Page) {
  const context = page.context();
  let isFirst = true;
  const lose = async (route: Route) => {
    if (isFirst) await route.fetch();
    isFirst = false;
    await route.abort();
  };
  const [orders, questions] = [/\/api\/order\/(create|bulk)$/, /\/api\/command\//];
  const abort = (route: Route) => route.abort();
  await context.route(orders, lose);
  await context.route(questions, abort);
  const send = () => context.unroute(orders, lose);
  return { send, end: async () => Promise.all([send(), context.unroute(questions, abort)]) };
}

test("reads a CSV file, including leading zeros", async () => {
  const { page } = await openCustomer(10_000, "/home/buy/MTNup2u");
  await page.getByRole("button", { name: "Many numbers at once" }).click();
  const csv = '\uFEFFNumber;Size\r\n244123456;5\r\n"055 123 4567";"1 GB"\r\n\r\n';
  await page
    .getByLabel("From a CSV file")
    .setInputFiles({ name: "numbers.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await page.getByRole("button", { name: "Add 2 to basket · ¢27.30" }).click();
  await page.getByText("2 in the basket.").waitFor();
  await page.getByRole("link", { name: "Go to the basket" }).click();
  await expect.poll(() => page.getByRole("button", { name: /^Remove/ }).count()).toBe(2);
});

test("leads to a top-up if the balance is too low for the basket, and returns afterwards", async () => {
  const user = await stage.shop.addUser(`p${nextPhone()}`, nextPhone(), "Customer", 500);
  const { page } = await stage.pages.open();
  await page.clock.install();
  await signedIn(page, user);
  await addMany(page, "0244123456 1\n0244123457 1");
  await page.getByText("You need ¢4.60 more").waitFor();
  await page.getByRole("button", { name: "Pay ¢9.60 · 2 orders" }).click();
  await page.getByText("Please complete the topup before you order").waitFor();
  await page.clock.fastForward(limits.topup_redirect_ms);
  await page.waitForURL("**/home/topup?*");
  await expect.poll(() => page.getByLabel("Amount").inputValue()).toBe("50.00");
  await page.getByRole("link", { name: "Back to your purchase" }).click();
  await page.waitForURL("**/home/basket");
  expect(await ordersOf(user)).toEqual([]);
});

test("an item that may already be paid cannot be removed or bought again until it has an answer", async () => {
  const { user, page } = await openCustomer(10_000);
  await addMany(page, "0244123456 1");
  const lost = await loseAnswers(page);
  await pay(page);
  await noAnswer(page);
  await page.goto("/home/buy/MTNup2u?to=0244123456&pkg=mtnup2u-1");
  for (const name of [/^Pay ¢/, /^Add to basket/]) {
    await page.getByRole("button", { name }).click();
    await page.getByText("We do not know yet whether this payment went through.").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
  }
  await page.getByRole("button", { name: "Many numbers at once" }).click();
  await page.getByLabel("One number per line").fill("0244123456 1\n0244123457 1\n0244123458 1");
  await page.getByText("Already sent, no answer yet").waitFor();
  await page.getByRole("button", { name: "Add 2 to basket" }).click();
  await page.getByRole("link", { name: "Go to the basket" }).click();
  await page.getByRole("button", { name: "Remove 1 GB for 0244123457" }).waitFor();
  await expect.poll(() => page.locator("[data-item]").count()).toBe(3);
  await sees(page.getByRole("button", { name: "Remove 1 GB for 0244123456" })).hasCount(0);
  await page.getByRole("button", { name: "Empty the basket" }).click();
  await expect.poll(() => page.locator("[data-item]").count()).toBe(1);
  await lost.end();
  await page.getByText("Purchase made successfully: 1 GB for 024 412 3456").waitFor();
  await page.getByText("Your basket is empty").waitFor();
  expect(await ordersOf(user)).toEqual(["0244123456 1 GB"]);
});

test("lines that are not added stay in the box, and the button names the true count", async () => {
  const { page } = await openCustomer(10_000, "/home/buy/MTNup2u");
  await page.getByRole("button", { name: "Many numbers at once" }).click();
  const box = page.getByLabel("One number per line");
  const numbers = Array.from({ length: limits.basket_items_max + 3 }, (_, at) => `0244${100_000 + at} 1`);
  await box.fill(["Kofi 12345", ...numbers, "0244123456 99GB"].join("\n"));
  await page.getByText("The other 3 stay in the box").waitFor();
  await page.getByRole("button", { name: `Add ${limits.basket_items_max} to basket` }).click();
  await page.getByText("5 lines were not added and stay here").waitFor();
  await sees(box)
    .inputValue()
    .toBe(["Kofi 12345", ...numbers.slice(-3), "0244123456 99GB"].join("\n"));
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: `Basket, ${limits.basket_items_max}` }).waitFor();
});

test("counts lines that repeat the list, the basket or today's orders, leaves them out with one tap, and says so before paying", async () => {
  const { shop } = stage;
  const { user, page } = await openCustomer(10_000);
  await shop.buy(user, "mtnup2u-1", "0244123450");
  await addMany(page, "0244123451 1");
  await page.goto("/home/buy/MTNup2u");
  await page.getByRole("button", { name: "Many numbers at once" }).click();
  await page
    .getByLabel("One number per line")
    .fill("0244123450 1\n0244123451 1\n0244123452 1\n0244123452 1\n0244123453 1");
  await page.getByText("3 lines repeat a number and package").waitFor();
  await page.getByText("Ordered today").waitFor();
  await page.getByText("Already in the basket").waitFor();
  await page.getByText("The same as line 3").waitFor();
  await page.getByRole("button", { name: "Add 5 to basket" }).waitFor();
  await page.getByRole("button", { name: "Leave them out" }).click();
  await page.getByRole("button", { name: "Add 2 to basket" }).waitFor();
  await page.getByRole("button", { name: "Keep them" }).click();
  await page.getByRole("button", { name: "Add 5 to basket" }).click();
  await page.getByRole("link", { name: "Go to the basket" }).click();
  await page.getByRole("button", { name: "Pay ¢28.80 · 6 orders" }).click();
  await page.getByRole("alertdialog").getByText("3 orders repeat another one").waitFor();
  expect(await ordersOf(user)).toHaveLength(1);
});

test("emptying the basket can be undone", async () => {
  const { page } = await openCustomer(10_000);
  await addMany(page, "0244123456 1\n0244123457 5");
  await page.getByRole("button", { name: "Empty the basket" }).click();
  await page.getByText("Your basket is empty").waitFor();
  await page.getByRole("button", { name: "Put 2 back" }).click();
  await page.getByRole("button", { name: "Pay ¢27.30 · 2 orders" }).waitFor();
  await sees(page.locator("[data-item]")).hasCount(2);
});

test.each(["Logout", "the page's end and another day"] as const)(
  "a purchase without an answer survives %s, and only its buyer sees it",
  async (end) => {
    const user = await stage.shop.addUser(`z${nextPhone()}`, nextPhone(), "Customer", 10_000);
    const other = await stage.shop.addUser(`o${nextPhone()}`, nextPhone(), "Customer", 10_000);
    const { page } = await stage.pages.openAs(user);
    await addMany(page, "0244123456 1");
    const lost = await loseAnswers(page);
    await pay(page);
    await noAnswer(page);
    const next = end === "Logout" ? page : await page.context().newPage();
    if (end === "Logout") {
      await page.goto("/home/user-details");
      await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
      await page.waitForURL(/\/$/);
    } else {
      await page.evaluate(() => localStorage.setItem("loginDate", "2020-01-01"));
      await page.close();
    }
    const waiting = next.getByRole("region", { name: "Payments without an answer" });
    await signIn(next, other);
    await next.getByTestId("balance").waitFor();
    await sees(waiting).hasCount(0);
    await next.goto("/home#signout");
    await next.waitForURL(/\/$/);
    await signIn(next, user);
    await waiting.getByText("1 GB for 024 412 3456, ¢4.80").waitFor();
    await next.goto("/home/my-transactions");
    await waiting.getByText("1 GB for 024 412 3456, ¢4.80").waitFor();
    await lost.end();
    await waiting.waitFor({ state: "detached" });
    expect(await next.evaluate(() => localStorage.getItem("unanswered"))).toBeNull();
    const again = { ...user, ...(await stage.shop.login(user.phone, user.password)) };
    expect(await ordersOf(again)).toEqual(["0244123456 1 GB"]);
  },
);

test("a refusal that does not come from the ledger leaves the earlier attempt unanswered", async () => {
  const { user, page } = await openCustomer(10_000);
  await addMany(page, "0244123456 1");
  const lost = await loseAnswers(page);
  await pay(page);
  await noAnswer(page);
  const refusal = { message: "Too fast", code: "too_many_requests", requestId: "r", transient: true };
  await page.route("**/api/order/bulk", (route) => route.fulfill({ status: 429, json: refusal }), {
    times: 1,
  });
  await pay(page);
  await page.getByText("Too fast").first().waitFor();
  await noAnswer(page);
  await lost.send();
  await pay(page);
  await page.getByText("1 ordered").waitFor();
  expect(await ordersOf(user)).toEqual(["0244123456 1 GB"]);
});

test("pays a long basket in few calls, shows how many are paid, and fetches nothing in between", async () => {
  const { user, page } = await openCustomer(100_000);
  await addMany(page, Array.from({ length: 150 }, (_, at) => `0244123${100 + at} 1`).join("\n"));
  await settled(page);
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/")) calls.push(new URL(request.url()).pathname);
  });
  const held = Promise.withResolvers<void>();
  await page.route("**/api/order/bulk", async (route) => {
    if (calls.length > 1) await held.promise;
    await route.continue();
  });
  await pay(page);
  await page.locator("[data-dock]").getByText("100 of 150").waitFor();
  held.resolve();
  await page.getByText("150 ordered").waitFor();
  await settled(page);
  expect(calls).toEqual(["/api/order/bulk", "/api/order/bulk"]);
  expect(await ordersOf(user)).toHaveLength(150);
});

test("adding a sale without an answer to the basket retries its purchase instead", async () => {
  const { user, page } = await openCustomer(10_000, "/home/buy/MTNup2u?to=0244123456&pkg=mtnup2u-1");
  const lost = await loseAnswers(page);
  await pay(page);
  await page.getByText("We do not know yet whether this payment went through.").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Add to basket" }).click();
  await lost.send();
  await page.getByRole("alertdialog").getByRole("button", { name: "Retry", disabled: false }).click();
  await page.getByText("Purchase made successfully").first().waitFor();
  expect(await ordersOf(user)).toEqual(["0244123456 1 GB"]);
});

test("retries an item that may already be paid, even if the balance is empty and it is no longer sold", async () => {
  const { shop } = stage;
  const { user, page } = await openCustomer(480);
  await addMany(page, "0244123456 1");
  const lost = await loseAnswers(page);
  await pay(page);
  await noAnswer(page);
  await page.getByText("1 order without an answer yet").waitFor();
  const token = shop.admin.token;
  await shop.as({ token }).put("/product/mtnup2u/status", { status: "out of stock" });
  await page.reload();
  await page.getByRole("banner").getByText("¢0.00").waitFor();
  await page.getByText("1 order without an answer yet").waitFor();
  await lost.send();
  await pay(page);
  await page.getByText("1 ordered").waitFor();
  await shop.as({ token }).put("/product/mtnup2u/status", { status: "available" });
  expect(await ordersOf(user)).toEqual(["0244123456 1 GB"]);
});

test("does not pay for an offer that has changed, and the basket says so first", async () => {
  const { shop } = stage;
  const facts = { network: "Telecel", status: "available" as const, note: "", image: null };
  const offered = (offer: string) => ({
    product: "telecel",
    facts: { ...facts, packages: [{ id: "telecel-1", offer, customer: 500, agent: 460, superAgent: 450 }] },
  });
  await shop.command("create_product", shop.admin._id, offered("2 GB"));
  const { user, page } = await openCustomer(10_000, "/home/buy/Telecel?to=0204123456&pkg=telecel-1");
  await page.getByRole("button", { name: "Add to basket" }).click();
  await page.getByText("2 GB is in your basket").first().waitFor();
  await page.goto("/home/basket");
  await page.getByRole("button", { name: "Pay ¢5.00 · 1 order" }).waitFor();
  await shop.command("change_product", shop.admin._id, offered("1 GB"));
  await page.getByText("Package not found").waitFor();
  await page.getByText("Nothing to pay").waitFor();
  await page.getByRole("button", { name: "Remove 2 GB for 0204123456" }).click();
  await page.getByText("Your basket is empty").waitFor();
  expect(await ordersOf(user)).toEqual([]);
});

test.each([
  ["a desk", desk],
  ["a phone", phone],
  ["a narrow phone", { width: 320, height: 640 }],
] as const)("the top bar is one line on %s, even with items in the basket", async (_, width) => {
  const { page } = await openCustomer(10_000, "/home", width);
  await page.getByTestId("balance").waitFor();
  await page.getByRole("button", { name: "Become Agent" }).waitFor();
  await settled(page);
  await drawn(page);
  const height = async () => (await page.getByRole("banner").boundingBox())?.height;
  const before = await height();
  await addMany(page, Array.from({ length: 12 }, (__, at) => `02441234${10 + at} 1`).join("\n"));
  await page.getByRole("link", { name: "Basket, 12" }).waitFor();
  await expect.poll(height).toBe(before);
  await page.goto("/home");
  await page.getByRole("link", { name: "Basket, 12" }).waitFor();
  await page.getByRole("button", { name: "Become Agent" }).waitFor();
  await expect.poll(height).toBe(before);
  // With larger text it may take more lines, but all of it and of the dock must be visible.
  for (const path of ["/home", "/home/buy/MTNup2u?to=0244123456&pkg=mtnup2u-1"]) {
    await page.goto(path);
    await page.getByRole("link", { name: "Basket, 12" }).waitFor();
    if (path !== "/home") await page.getByRole("button", { name: "Pay ¢4.80", disabled: false }).waitFor();
    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    await drawn(page);
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll("header *, [data-dock] *")]
        .filter((element) => {
          const { left, right } = element.getBoundingClientRect();
          return element.checkVisibility() && (left < 0 || right > innerWidth);
        })
        .map((element) => element.outerHTML.slice(0, 120)),
    );
    expect(cut).toEqual([]);
  }
});

test("a basket survives a reload, is shared between tabs, and ends with the session", async () => {
  const { page } = await openCustomer(10_000);
  await addMany(page, "0244123456 1\n0244123457 5");
  await page.reload();
  await page.getByRole("button", { name: "Pay ¢27.30 · 2 orders" }).waitFor();
  const other = await page.context().newPage();
  await other.goto("/home/basket");
  await other.getByRole("button", { name: "Remove 1 GB for 0244123456" }).click();
  await page.getByRole("button", { name: "Pay ¢22.50 · 1 order" }).waitFor();
  await page.goto("/home/user-details");
  await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(/\/$/);
  expect(await page.evaluate(() => localStorage.getItem("cartItems"))).toBeNull();
});
