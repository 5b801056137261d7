/**
 * The main flows on a bad line, which is slow or breaks in the middle. In the end the money is right and the page says
 * so.
 */
import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import type { TestUser } from "#tools/testing/test-shop.ts";
import { drawn, signedIn } from "./pages.ts";
import { openStage } from "./stage.ts";
import { open, newCustomer, listed, loseAnswer } from "./network-steps.ts";
import { sees, seesNone } from "./sees.ts";

const stage = openStage();

/** A crowded cell at the edge of a town: 400 ms round trip, 400 kbit/s. */
const slowLine = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** Returns the wallet's balance in pesewas from the books, and checks that they balance. */
async function balanceOf(user: TestUser): Promise<number> {
  const { wallets, houses } = await stage.shop.books();
  expect(wallets + houses).toBe(0);
  const { rows } = await stage.shop.pool.query<{ balance: number }>(
    "select balance from ledger.wallet where user_id = $1",
    [user._id],
  );
  return Number(rows[0]?.balance);
}

const yes = (page: Page) => page.getByRole("alertdialog").getByRole("button", { name: /^(Yes, pay|Retry)/ });

async function choose(page: Page): Promise<void> {
  await page.getByLabel("Beneficiary number").fill("0244123456");
  await page.getByRole("radio", { name: /^1 GB/ }).check();
}

async function pasteThree(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Many numbers at once" }).click();
  await page.getByLabel("One number per line").fill("0244123451 1\n0244123452 1\n0244123453 5");
  await page.getByRole("button", { name: "Add 3 to basket" }).click();
  await page.getByRole("link", { name: "Go to the basket" }).click();
}

test("on a slow line, login, purchase, basket, top-up and transactions each happen once", async () => {
  const user = await newCustomer(100);
  const page = await open();
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", slowLine);
  await page.goto("/");
  await page.getByLabel("Phone").fill(user.phone);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Login" }).dblclick();
  await page.waitForURL("**/home");
  await page.getByTestId("balance").getByText("¢100.00").waitFor();

  await page.getByRole("navigation", { name: "Networks" }).locator("a[href$='MTNup2u']").click();
  await choose(page);
  await page.getByRole("button", { name: /^Pay ¢/ }).click();
  await yes(page).dblclick();
  await page.getByText("Purchase made successfully").first().waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  await page.getByText("Showing 1 of 1 entries").waitFor();

  await page.goto("/home/buy/MTNup2u");
  await pasteThree(page);
  await page.getByRole("button", { name: "Pay ¢32.10 · 3 orders" }).click();
  await yes(page).dblclick();
  await page.getByText("3 ordered").waitFor();
  await page.getByRole("link", { name: "My transactions" }).click();
  await page.getByText("Showing 4 of 4 entries").waitFor();

  await page.goto("/home/topup?notice=topup&amount=60");
  await page.getByTestId("reference").waitFor();
  await page.getByRole("button", { name: "I have paid" }).dblclick();
  await page.getByText("Recharge request submitted successfully.").waitFor();
  await page.getByTestId("topup-card").waitFor();

  expect(await listed(user, "/order/allorders")).toHaveLength(4);
  expect(await listed(user, "/recharge")).toHaveLength(1);
  expect(await balanceOf(user)).toBe(10_000 - 480 - 3210);
}, 120_000);

test("a login without a connection says so, and works when the connection is back", async () => {
  const user = await newCustomer(1);
  const page = await open();
  await page.goto("/");
  await page.getByLabel("Phone").fill(user.phone);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.route("**/api/user/login", (route) => loseAnswer(page, route), { times: 1 });
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByRole("alert").getByText("No connection. Please check your network.").waitFor();
  await page.getByText("You are offline.").waitFor();
  await sees(page.getByLabel("Phone")).inputValue().toBe(user.phone);
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Login" }).click();
  await page.waitForURL("**/home");
});

test("a purchase whose answer is lost with the connection is charged once, and the next user is not asked to pay it", async () => {
  const user = await newCustomer(100);
  const other = await newCustomer(100);
  const page = await open();
  await signedIn(page, user);
  await page.goto("/home/buy/MTNup2u");
  await choose(page);
  await page.route("**/api/order/create", (route) => loseAnswer(page, route), { times: 1 });
  await page.getByRole("button", { name: /^Pay ¢/ }).click();
  await yes(page).click();
  await page.getByText("We do not know yet whether this payment went through.").waitFor();
  await yes(page).and(page.locator(":disabled")).waitFor();
  await page.context().setOffline(false);
  await yes(page).and(page.locator(":enabled")).waitFor();

  // Somebody else gets the phone before the command is retried.
  await page.goto("/home/user-details");
  await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(/\/$/);
  await logIn(page, other);
  await page.goto("/home/buy/MTNup2u");
  await page.getByLabel("Beneficiary number").waitFor();
  await sees(page.getByRole("alertdialog")).hasCount(0);
  await sees(page.getByLabel("Beneficiary number")).inputValue().toBe("");
  await page.goto("/home/user-details");
  await page.getByRole("main").getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(/\/$/);

  // The page finds out what became of it.
  await logIn(page, user);
  await page.getByText("Purchase made successfully: 1 GB for 024 412 3456").waitFor();
  const again = { ...user, ...(await stage.shop.login(user.phone, user.password)) };
  expect(await listed(again, "/order/allorders")).toHaveLength(1);
  expect(await balanceOf(user)).toBe(10_000 - 480);
  expect(await balanceOf(other)).toBe(10_000);
});

async function logIn(page: Page, user: TestUser): Promise<void> {
  await page.getByLabel("Phone").fill(user.phone);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.waitForURL("**/home");
}

test("a basket whose connection breaks while it is paid is paid completely, each order once", async () => {
  const user = await newCustomer(100);
  const page = await open();
  await signedIn(page, user);
  await page.goto("/home/buy/MTNup2u");
  await pasteThree(page);
  await page.route("**/api/order/bulk", (route) => loseAnswer(page, route));
  await page.getByRole("button", { name: "Pay ¢32.10 · 3 orders" }).click();
  await yes(page).click();
  await page.getByText("No answer yet. It may already be paid").first().waitFor();
  await page.getByRole("button", { name: "Pay: you are offline" }).waitFor();
  await page.unroute("**/api/order/bulk");
  await page.context().setOffline(false);
  await page.getByRole("button", { name: /^Pay ¢.* orders?$/ }).click();
  await yes(page).click();
  await page.getByText("3 ordered").waitFor();
  expect(await listed(user, "/order/allorders")).toHaveLength(3);
  expect(await balanceOf(user)).toBe(10_000 - 3210);
});

test("finds a request that got no answer in the list, and does not create it again under the next reference", async () => {
  for (const then of ["reload", "another id", "the feed", "the feed, before the call fails"] as const) {
    const user = await newCustomer(1);
    const page = await open();
    await signedIn(page, user);
    const hasFeed = then !== "reload" && then !== "another id";
    if (!hasFeed) await page.route("**/api/live/ticket", (route) => route.abort());
    await page.goto("/home/topup?notice=topup&amount=60");
    const notice = page.getByRole("dialog", { name: "PAYMENT NOTICE" });
    const reference = await notice.getByTestId("reference").innerText();
    const isMade = page.locator("[data-variant]").getByText(`Your reference ID is ${reference}`);
    const lost = async (route: Route) => {
      await route.fetch();
      if (then === "the feed, before the call fails") await isMade.waitFor();
      await route.abort();
    };
    await page.route("**/api/recharge", lost, { times: 1 });
    const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/api/recharge"));
    await notice.getByLabel("MoMo transaction ID").fill("MP1");
    await notice.getByRole("button", { name: "I have paid" }).click();
    if (!hasFeed) await page.getByText("the request is made only once").waitFor();
    if (then === "reload") await page.reload();
    if (then === "another id") {
      await notice.getByLabel("MoMo transaction ID").fill("MP12");
      await notice.getByRole("button", { name: "I have paid" }).click();
    }
    await isMade.waitFor();
    await notice.waitFor({ state: "detached" });
    // The end of the call does not change what the list has already shown.
    await failed;
    await drawn(page);
    // The toast may be gone by now, but no other has appeared.
    await seesNone(page.locator("[data-variant]").filter({ hasNotText: reference }));
    await page.getByTestId("topup-card").getByText(reference).waitFor();
    expect(await listed(user, "/recharge")).toMatchObject([{ rechargeId: reference, amount: 60 }]);
    // The first request is settled, so the next one is separate.
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await sees(notice.getByTestId("reference")).innerText().not.toBe(reference);
    await sees(notice.getByLabel("MoMo transaction ID")).inputValue().toBe("");
    await page.context().close();
  }
});

test("the transactions page reports a failed fetch and offers Retry", async () => {
  const user = await newCustomer(10);
  await stage.shop.buy(user);
  const page = await open();
  await signedIn(page, user);
  await page.route("**/api/order/allorders?mine=1", (route) => route.abort());
  await page.goto("/home/my-transactions");
  await page.getByText("Your orders could not be loaded.").waitFor();
  await page.unroute("**/api/order/allorders?mine=1");
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByText("Showing 1 of 1 entries").waitFor();
  await sees(page.getByText("could not be loaded")).hasCount(0);
});
