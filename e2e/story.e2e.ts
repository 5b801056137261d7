import type { Page, WebSocketRoute } from "playwright-core";
import { expect, test } from "vitest";
import { desk, Pages, phone, signIn, webRoot, withApp } from "./pages.ts";
import { openStage } from "./stage.ts";
import { sees } from "./sees.ts";

const stage = openStage();

const balance = (page: Page) => page.getByTestId("balance").first();

test("shows every step from registration to refund in two browsers without a reload", async () => {
  const customer = await stage.pages.open(phone, withApp);
  const admin = await stage.pages.open(desk, withApp);
  const { page } = customer;

  await page.goto("/register");
  await page.getByLabel("Username").fill("Ama");
  await page.getByLabel("Phone").fill("024 555 0101");
  await page.getByLabel("Email").fill("ama@example.com");
  await page.getByLabel("Password", { exact: true }).fill("correct horse");
  await page.getByLabel("Confirm password").fill("correct horse");
  await page.getByRole("button", { name: "Register" }).click();
  await page.waitForURL("**/home");
  await text(balance(page)).toBe("¢0.00");

  await page.getByRole("link", { name: "+ Topup" }).click();
  await page.getByLabel("Amount").fill("100");
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  const notice = page.getByRole("dialog", { name: "PAYMENT NOTICE" });
  const reference = await notice.getByText(/^T-\d+$/).innerText();
  await notice.getByText("Ama's Data Shop").waitFor();
  await notice.getByRole("button", { name: "I have paid" }).click();
  await page.getByText(`Your reference ID is ${reference}`).waitFor();
  await page.getByText(reference).first().waitFor();

  await signIn(admin.page, stage.shop.admin);
  await admin.page.goto("/admin/finance");
  const request = admin.page.getByRole("listitem").filter({ hasText: reference });
  await request.getByRole("button", { name: "Approve" }).click();
  await page.goto("/home");
  await text(balance(page)).toBe("¢0.00");
  await confirm(admin.page, "Yes, approve");
  await admin.page.getByText("Recharge request approved").waitFor();
  await expect.poll(() => balance(page).innerText()).toBe("¢100.00");

  const first = await buy(page, "5 GB", "Yes, pay ¢22.50");
  await admin.page.goto("/admin/orders");
  await work(admin.page, first, "Process");
  await badge(page, first, "processing");
  await admin.page
    .getByRole("group", { name: "Status" })
    .getByRole("button", { name: /^processing/i })
    .click();
  await work(admin.page, first, "Complete");
  await badge(page, first, "completed");

  const second = await buy(page, "1 GB", "Yes, pay ¢4.80");
  await page.getByRole("link", { name: "Home" }).click();
  await text(balance(page)).toBe("¢72.70");
  await admin.page.goto("/admin/orders");
  await work(admin.page, second, "Reject");
  await expect.poll(() => balance(page).innerText()).toBe("¢77.50");
  const { wallets, houses } = await stage.shop.books();
  expect(wallets + houses).toBe(0);
  expect([...customer.problems, ...admin.problems]).toEqual([]);
});

test("clicking Pay twice charges once", async () => {
  const user = await stage.shop.addUser("kofi", "0205550102", "Customer", 10_000);
  const { page, problems } = await stage.pages.openAs(user, "/home/buy/MTNup2u");
  await choose(page, "1 GB");
  await page.getByRole("button", { name: /^Pay/ }).dblclick();
  // The second tap must not confirm the question that opened under it.
  await page.getByRole("alertdialog").waitFor();
  expect(await ordersOf(user._id)).toBe(0);
  await page.getByRole("alertdialog").getByRole("button", { name: "Yes, pay ¢4.80" }).dblclick();
  await page.getByText("Purchase made successfully").first().waitFor();
  // A second charge would be in the log before the next event.
  await stage.shop.command("correct_balance", "system", {
    user: user._id,
    amount: 1,
    reason: "after",
    corrects: null,
  });
  expect(await ordersOf(user._id)).toBe(1);
  expect(problems).toEqual([]);
});

test("two tabs that buy at once with money for one make one purchase, and the other reports why it failed", async () => {
  const user = await stage.shop.addUser("adwoa", "0205550103", "Customer", 500);
  const one = await stage.pages.openAs(user);
  const other = await one.page.context().newPage();
  const tabs = [one.page, other];
  // Both orders are sent together. After the first sale, the lower balance would remove the second tab's button.
  const both = Promise.withResolvers<void>();
  const keys = new Set<string>();
  await one.page.context().route("**/api/order/create", async (route) => {
    keys.add(route.request().headers()["idempotency-key"]!);
    if (keys.size === 2) both.resolve();
    await both.promise;
    await route.continue();
  });
  for (const [at, page] of tabs.entries()) {
    // A tab in the background renders about once a second.
    await page.bringToFront();
    await page.goto("/home/buy/MTNup2u");
    await choose(page, "1 GB");
    // The same sale would be the same command in both tabs.
    await page.getByLabel("Beneficiary number").fill(`024412345${at}`);
    await page.getByRole("button", { name: /^Pay/ }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Yes, pay ¢4.80" }).click();
  }
  await Promise.all(
    tabs.map((page) =>
      page
        .getByText(/Purchase made successfully|Insufficient balance. Please top up your wallet./)
        .first()
        .waitFor(),
    ),
  );
  expect(await ordersOf(user._id)).toBe(1);
});

test("a page that lost its connection catches up automatically", async () => {
  const user = await stage.shop.addUser("yaw", "0205550104", "Customer", 1000);
  const { page } = await stage.pages.openAs(user);
  // A browser that is set offline keeps its open sockets, so the feed would continue for a while.
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket("**/api/live", (socket) => {
    socket.connectToServer();
    sockets.push(socket);
  });
  await page.goto("/home");
  await text(balance(page)).toBe("¢10.00");
  await expect.poll(() => sockets.length).toBe(1);
  await page.context().setOffline(true);
  await sockets[0]!.close({ code: 1001 });
  await stage.shop.credit(user, 2500);
  await sees(balance(page)).innerText().toBe("¢10.00");
  await page.context().setOffline(false);
  await text(balance(page)).toBe("¢35.00");
});

test("a sale through one process appears on a page that another process serves", async () => {
  const user = await stage.shop.addUser("efua", "0205550105", "Customer", 1000);
  const other = await stage.shop.another({ webRoot });
  try {
    const { page } = await new Pages(stage.browser, other.url).openAs(user, "/home");
    await text(balance(page)).toBe("¢10.00");
    const bought = await stage.shop.buy(user);
    expect(bought.status).toBe(201);
    await text(balance(page)).toBe("¢5.20");
    await page.context().close();
  } finally {
    await other.close();
  }
});

async function ordersOf(user: string): Promise<number> {
  const { rows } = await stage.shop.pool.query<{ count: number }>(
    `select count(*) from ledger."order" where user_id = $1`,
    [user],
  );
  return rows[0]?.count ?? 0;
}

async function choose(page: Page, offer: string): Promise<void> {
  await page.getByLabel("Beneficiary number").fill("0244123456");
  await page.getByRole("radio", { name: new RegExp(`^${offer}`) }).check();
}

/** Buys for 024 412 3456 and returns the order's number. */
async function buy(page: Page, offer: string, yes: string): Promise<string> {
  await page.goto("/home/buy/MTNup2u");
  await choose(page, offer);
  await page.getByRole("button", { name: /^Pay/ }).click();
  await confirm(page, yes);
  await page.getByText("Purchase made successfully").first().waitFor();
  // The receipt opens above the list and covers it until it is closed.
  const receipt = page.getByRole("dialog", { name: /^Order \d+$/ });
  const title = await receipt.getByRole("heading").first().innerText();
  await page.keyboard.press("Escape");
  await receipt.waitFor({ state: "detached" });
  return title.replace("Order ", "");
}

async function confirm(page: Page, yes: string): Promise<void> {
  await page.getByRole("alertdialog").getByRole("button", { name: yes }).click();
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
}

async function work(page: Page, order: string, act: "Process" | "Complete" | "Reject"): Promise<void> {
  const row = page.getByRole("row").filter({ has: page.getByText(order, { exact: true }) });
  await row.getByRole("button", { name: act }).click();
  await confirm(page, `Yes, ${act.toLowerCase()}`);
}

/** Waits until the order's badge on the customer's list shows the status. */
async function badge(page: Page, order: string, status: string): Promise<void> {
  await page.locator(`[data-order="${order}"]`).getByText(status, { exact: true }).waitFor();
}

function text(locator: ReturnType<typeof balance>) {
  return expect.poll(() => locator.innerText(), { interval: 20 });
}
