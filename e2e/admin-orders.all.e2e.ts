/**
 * The daily work with orders: finding them, processing them by mouse, touch and keyboard, and passing them on to a
 * supplier.
 */
import { describe, expect, test } from "vitest";
import type { OrderRecord } from "#contract/order-list.ts";
import { formatDay } from "#contract/terms/dates.ts";
import { dayOf } from "#tools/testing/day-of.ts";
import { exported, meanwhile, officeWidths, openBuyer, pocket } from "./office.ts";
import { desk, refuseOnce, settled, signedIn } from "./pages.ts";
import { nextPhone } from "./stage.ts";
import { openOrders, row } from "./admin-orders-steps.ts";
import { sees } from "./sees.ts";

const { stage, buyer, buy } = openBuyer();

const status = async ({ _id }: OrderRecord) =>
  (await stage.shop.pool.query<{ status: string }>(`select status from ledger."order" where id = $1`, [_id]))
    .rows[0]?.status;

describe.each(officeWidths)("on %s", (_, size) => {
  test("finds orders by search and filters, keeps them in the address, and exports the filtered orders", async () => {
    const found = await buy("0270001234", "mtnup2u-2");
    await buy("0240001235");
    const { page, problems } = await openOrders(size, "?status=all");
    // Typed in two steps: the first search must not remove anything from the box.
    await page.getByRole("searchbox").pressSequentially("027 ");
    await page.waitForURL(/[?&]search=/);
    await page.getByRole("searchbox").pressSequentially("000 1234");
    await page.waitForURL(/[?&]search=027\+000\+1234/);
    await row(page, found).waitFor();
    await expect.poll(() => page.locator("[data-order]").count()).toBeLessThan(3);
    await page.getByRole("button", { name: /^Filters/ }).click();
    await page.getByLabel("Network").selectOption("AFA");
    await page.getByText("No records found").waitFor();
    await page.getByLabel("Network").selectOption("MTNup2u");
    const day = await dayOf(stage.shop.pool, found.chargedAt);
    await page.getByLabel("From day", { exact: true }).fill(day);
    await page.waitForURL(/[?&]from=/);
    await row(page, found).waitFor();
    await page.reload();
    await row(page, found).waitFor();
    await sees(page.getByRole("searchbox")).inputValue().toBe("027 000 1234");
    await sees(page.getByLabel("From day", { exact: true }))
      .inputValue()
      .toBe(formatDay(day));
    const { name, text } = await exported(page);
    expect(name).toMatch(/^[\w-]+-orders-[\d-]*(to-)?[\d-]+\.csv$/);
    expect(
      text
        .trim()
        .split("\r\n")
        .slice(1)
        .every((line) => line.includes("0270001234")),
    ).toBe(true);
    expect(problems).toEqual([]);
  });

  test("an action that another admin was faster with is reported but not carried out", async () => {
    const order = await buy("0240008888");
    const { page } = await openOrders(size);
    await row(page, order).getByRole("button", { name: "Process" }).click();
    await page.getByRole("alertdialog").waitFor();
    await meanwhile(page, "**/api/order/update-status/*", async () => {
      await stage.shop.command("process_order", stage.shop.admin._id, { order: order.id });
      await stage.shop.command("complete_order", stage.shop.admin._id, { order: order.id });
    });
    await page.getByRole("button", { name: "Yes, process" }).click();
    await page.getByText("This order is completed and cannot become processing").first().waitFor();
    await page.getByRole("button", { name: "OK", exact: true }).click();
    expect(await status(order)).toBe("completed");
  });

  test("a search and the oldest-first list announce only matching new orders, and lead to them", async () => {
    const known = await buy("0240002221");
    for (const search of ["?search=0240002221", "?order=oldest&search=0240002221&network=MTNup2u&size=5"]) {
      const { page } = await openOrders(size, search);
      const rows = page.locator("[data-order]");
      await rows.first().waitFor();
      const shown = () => rows.evaluateAll((all) => all.map((each) => each.getAttribute("data-order")));
      const before = await shown();
      const other = await buy("0551112223");
      const wanted = [await buy("0240002221"), await buy("0240002221")];
      // The other order came before them over the same feed.
      const pill = page.getByRole("button", { name: "2 new", exact: true });
      await pill.waitFor();
      expect(await shown()).toEqual(before);
      await pill.click();
      for (const order of wanted) await row(page, order).waitFor();
      await sees(row(page, other)).hasCount(0);
      expect(page.url()).toContain("search=0240002221");
      // The newest are on the first page only if the newest come first.
      expect(page.url()).toContain("order=newest");
    }
    expect(await status(known)).toBe("pending");
  });

  test("each status shows its count, and one checkbox selects all orders on the page", async () => {
    const { page } = await openOrders(size, "?size=5");
    const { body } = await stage.shop.as(stage.shop.admin).get<Record<string, number>>("/order/counts");
    const { pending = 0, processing = 0, completed = 0, rejected = 0 } = body;
    const counts = { completed, rejected, All: pending + processing + completed + rejected };
    for (const [name, count] of Object.entries(counts))
      await page.getByRole("button", { name: `${name} ${count}`, exact: true }).waitFor();
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await sees(page.getByRole("checkbox", { name: /^Select order/, checked: true })).hasCount(
      Math.min(pending, 5),
    );
    await page.getByRole("region", { name: "Selected orders" }).waitFor();
  });

  test("announces a new order on later pages and in a list filtered by date", async () => {
    const oldest = await buy("0240005555");
    for (let n = 0; n < 5; n++) await buy("0240005555");
    // Up to the next day, in case midnight passes during the test.
    const { page } = await openOrders(
      size,
      `?size=5&from=${await dayOf(stage.shop.pool, oldest.chargedAt)}&to=${await dayOf(stage.shop.pool, oldest.chargedAt, 1)}`,
    );
    await page.getByRole("button", { name: "Next page" }).click();
    // The previous page is shown until the fetch ends. An order that arrives before the fetch is in the list, and not
    // new.
    await row(page, oldest).waitFor();
    await page.waitForURL(/trail=/);
    const order = await buy("0240004444");
    await page.getByRole("button", { name: "1 new" }).click();
    await row(page, order).waitFor();
    // The newest orders are on the first page.
    expect(page.url()).not.toContain("trail=");
  });
});

test("removes one decided order or all of them from every list, and keeps open ones", async () => {
  const { shop } = stage;
  const by = shop.admin._id;
  const decided = [await buy("0245550001"), await buy("0245550002")];
  const pending = await buy("0245550003");
  for (const { id: order } of decided) await shop.command("reject_order", by, { order, reason: null });
  const { page, problems } = await openOrders(desk, "?status=all&size=50");
  const { page: other } = await openOrders(pocket, "?status=all&size=50");
  const { page: buyersPage } = await stage.pages.open();
  await signedIn(buyersPage, buyer);
  await buyersPage.goto("/home/my-transactions");
  const receipt = buyersPage.getByText("024 555 0001");
  await receipt.first().waitFor();
  const [first, second] = decided as [OrderRecord, OrderRecord];
  await row(page, first)
    .getByRole("button", { name: `Open order ${first.id}` })
    .click();
  await page.getByText("¢4.80 was refunded to the buyer’s wallet.").waitFor();
  await page.getByRole("button", { name: "Remove from the lists" }).click();
  await refuseOnce(page, "**/api/order/delete/*");
  await page.getByRole("button", { name: "Yes, remove" }).click();
  await page.getByText("Failed to delete the order. Please try again").first().waitFor();
  await page.getByRole("button", { name: "Yes, remove" }).click();
  await page.getByText("Order removed").first().waitFor();
  await row(page, first).waitFor({ state: "detached" });
  await row(page, second).waitFor();
  // It also leaves the pages of the other admin and of the buyer, who have done nothing.
  await row(other, first).waitFor({ state: "detached" });
  await row(other, second).waitFor();
  await expect.poll(() => receipt.count()).toBe(0);
  await page.goto("/admin/extras");
  const { rows } = await shop.pool.query<{ count: number }>(
    `select count(*)::int as count from ledger."order" where not hidden and status in ('completed', 'rejected')`,
  );
  await page.getByRole("button", { name: "Remove all decided orders" }).click();
  await page
    .getByRole("alertdialog", { name: new RegExp(`^Remove ${rows[0]?.count} decided order`) })
    .waitFor();
  await refuseOnce(page, "**/api/order/del-all-orders");
  await page.getByRole("button", { name: "Yes, remove" }).click();
  await page.getByText("Error deleting all orders").first().waitFor();
  await page.getByRole("button", { name: "Yes, remove" }).click();
  await page.getByText("No decided orders are in the lists.").waitFor();
  await row(other, second).waitFor({ state: "detached" });
  await row(other, pending).waitFor();
  expect(problems.filter((problem) => !problem.includes("503"))).toEqual([]);
});

test("a click anywhere on a row of a desk opens the order, but a click on a control in it does not", async () => {
  const order = await buy("0249990001");
  const { page, problems } = await openOrders(desk);
  const cells = row(page, order).getByRole("cell");
  const sheet = page.getByRole("dialog", { name: `Order ${order.id}` });
  await cells.getByRole("checkbox").click();
  await sees(row(page, order).getByRole("checkbox")).isChecked().toBe(true);
  await cells.getByRole("button", { name: "Process" }).click();
  await page.getByRole("alertdialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
  await sees(sheet).hasCount(0);
  await cells.getByText("1 GB").click();
  await sheet.getByRole("list", { name: "What happened" }).waitFor();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  await cells.getByRole("link").click();
  await page.getByRole("heading", { level: 1, name: buyer.username }).waitFor();
  await sees(sheet).hasCount(0);
  expect(problems).toEqual([]);
});

test.each([pocket, desk])("the pager keeps its place on the last page, at $width px", async (size) => {
  const user = await stage.shop.addUser(`p${nextPhone()}`, nextPhone(), "Customer", 100_00);
  for (let n = 0; n < 7; n++) await stage.shop.buy(user);
  const { page } = await openOrders(size, `?size=5&search=${user.phone}`);
  await page.getByText("Showing 5 of 7 entries").waitFor();
  await settled(page);
  const next = page.getByRole("button", { name: "Next page" });
  await next.scrollIntoViewIfNeeded();
  const place = await next.boundingBox();
  await next.click();
  await page.getByText("Showing 2 of 7 entries").waitFor();
  await settled(page);
  await sees(next).boundingBox().toEqual(place);
});

test("copies selected numbers one per line", async () => {
  const orders = [await buy("0241110001"), await buy("0241110002")];
  const { page } = await openOrders(desk);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  for (const order of orders) await row(page, order).getByRole("checkbox").check();
  const bar = page.getByRole("region", { name: "Selected orders" });
  await bar.getByRole("button", { name: "Copy numbers" }).click();
  await page.getByText("2 numbers copied").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("0241110002\n0241110001");
});

test("on a phone, selects and processes several orders from a bar that fits the screen", async () => {
  const orders = [await buy("0241112001"), await buy("0241112002")];
  const { page, problems } = await openOrders(pocket);
  for (const order of orders) await row(page, order).getByRole("checkbox").check();
  const bar = page.getByRole("region", { name: "Selected orders" });
  await bar.getByText("2 selected · ¢9.60").waitFor();
  for (const button of await bar.getByRole("button").all()) {
    const box = await button.boundingBox();
    expect(box!.x).toBeGreaterThanOrEqual(0);
    expect(box!.x + box!.width).toBeLessThanOrEqual(pocket.width);
    expect(box!.y + box!.height).toBeLessThanOrEqual(pocket.height);
  }
  await bar.getByRole("button", { name: "Process" }).click();
  await page.getByRole("button", { name: "Yes, process" }).click();
  await page.getByText("2 orders processing").first().waitFor();
  await bar.waitFor({ state: "detached" });
  expect(await Promise.all(orders.map(status))).toEqual(["processing", "processing"]);
  expect(problems).toEqual([]);
});

test("oldest first starts with the very first order", async () => {
  await buy("0242230001");
  const { page } = await openOrders(desk, "?status=all&order=newest");
  await page.getByRole("button", { name: "Oldest first" }).click();
  const { rows } = await stage.shop.pool.query<{ first: string }>(
    `select min(id)::text as first from ledger."order" where not hidden`,
  );
  const first = () => page.locator("[data-order]").first().getAttribute("data-order");
  await expect.poll(first).toBe(rows[0]?.first);
});

test("processes and completes 100 pending orders by keyboard alone, with three keys for 50", async () => {
  const { shop } = stage;
  // Removes what earlier tests have left.
  const left = await shop.pool.query<{ id: number }>(
    `select id from ledger."order" where status in ('pending', 'processing') and not hidden`,
  );
  for (const { id } of left.rows)
    await shop.command("reject_order", shop.admin._id, { order: Number(id), reason: null });
  const place = { expected_price: null, form: null, package: { id: "mtnup2u-1" } };
  for (let n = 0; n < 100; n++)
    await shop.command("place_order", buyer._id, {
      ...place,
      receiver: `02430${String(n).padStart(5, "0")}`,
    });
  const { page, problems } = await openOrders(desk, "?size=50");
  await page.getByText("Showing 50 of 100 entries").waitFor();
  // By so few keys, it takes a person less than a minute. The clock would measure the machine.
  const doAll = async (key: string, said: string) => {
    await page.keyboard.press("a");
    await page.keyboard.press(key);
    // The question accepts Enter only after a short delay.
    await page.locator("[role=alertdialog] button:enabled").nth(2).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText(said).first().waitFor();
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
  };
  await doAll("p", "50 orders processing");
  await page.getByText("Showing 50 of 50 entries").waitFor();
  await doAll("p", "50 orders processing");
  await page.getByText("100 orders still to complete.").waitFor();
  await page.goto("/admin/orders?status=processing&size=50");
  await page.getByText("Showing 50 of 100 entries").waitFor();
  await doAll("c", "50 orders completed");
  await page.getByText("Showing 50 of 50 entries").waitFor();
  await doAll("c", "50 orders completed");
  await page.getByText("No records found").waitFor();
  const { rows } = await shop.pool.query<{ count: number }>(
    `select count(*)::int as count from ledger."order" o join shop.order_detail d on d.order_id = o.id
     where d.receiver like '02430%' and o.status = 'completed'`,
  );
  expect(rows[0]?.count).toBe(100);
  expect(problems).toEqual([]);
}, 120_000);
