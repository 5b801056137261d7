/**
 * The daily work with orders: finding them, processing them by mouse, touch and keyboard, and passing them on to a
 * supplier.
 */
import { expect, test } from "vitest";
import type { OrderRecord } from "#contract/order-list.ts";
import { meanwhile, openBuyer } from "./office.ts";
import { desk, drawn } from "./pages.ts";
import { openOrders, row } from "./admin-orders-steps.ts";
import { sees } from "./sees.ts";

const { stage, buyer, buy } = openBuyer();

/** Matches a result line by its start, because an order number may also occur in a phone number. */
const beginsWith = (id: number) => new RegExp(`^${id}\\b`);

test("an open order shows its form and buyer, and a rejection refunds the money with its reason", async () => {
  const order = await buy("0240009999", "afa-1");
  const { page, problems } = await openOrders(desk);
  await row(page, order)
    .getByRole("button", { name: `Open order ${order.id}` })
    .click();
  const sheet = page.getByRole("dialog", { name: `Order ${order.id}` });
  for (const text of ["Ama B", "GHA-7-1", "01/02/1990", "Tema"]) await sheet.getByText(text).waitFor();
  await page.keyboard.press("Escape");
  const { shop } = stage;
  const correction = { user: buyer._id, amount: 500, reason: "slow", corrects: order.chargedAt };
  await shop.command("correct_balance", shop.admin._id, correction);
  await row(page, order).getByRole("button", { name: "Reject" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText("¢10.00 is refunded to the buyer’s wallet at once: corrections").waitFor();
  await dialog.getByLabel("Reason (optional)").fill("card number is wrong");
  await dialog.getByRole("button", { name: "Yes, reject" }).click();
  await page.getByText("1 order rejected").waitFor();
  const { rows } = await stage.shop.pool.query(
    `select o.reason, e.amount::int, e.type from ledger."order" o join ledger.event e on e.position = o.refunded_at
     where o.id = $1`,
    [order._id],
  );
  expect(rows).toEqual([{ reason: "card number is wrong", amount: 1000, type: "order_rejected" }]);
  expect(problems).toEqual([]);
});

test("an action on several orders shows the result of each, including the successful ones", async () => {
  const orders = [await buy("0240003331"), await buy("0240003332"), await buy("0240003333")];
  const [first, taken, third] = orders as [OrderRecord, OrderRecord, OrderRecord];
  const { page, problems } = await openOrders(desk);
  const together = async (act: string, of: OrderRecord[]) => {
    for (const order of of) await row(page, order).getByRole("checkbox").check();
    const bar = page.getByRole("region", { name: "Selected orders" });
    await bar.getByRole("button", { name: act }).click();
    await page.getByRole("alertdialog").waitFor();
  };
  await together("Process", orders);
  // Another admin moves one of them first.
  await meanwhile(page, `**/api/order/update-status/${taken._id}`, () =>
    stage.shop.command("reject_order", stage.shop.admin._id, { order: taken.id, reason: null }),
  );
  await page.getByRole("button", { name: "Yes, process" }).click();
  const dialog = page.getByRole("alertdialog", { name: "1 order not processing" });
  const lines = dialog.getByRole("list", { name: "Each one's result" }).getByRole("listitem");
  await expect.poll(() => lines.count()).toBe(3);
  await sees(lines.nth(0))
    .innerText()
    .toMatch(new RegExp(`^${taken.id}[^]*This order is rejected and cannot become processing`));
  await lines
    .filter({ hasText: beginsWith(first.id) })
    .getByText("processing", { exact: true })
    .waitFor();
  await lines
    .filter({ hasText: beginsWith(third.id) })
    .getByText("processing", { exact: true })
    .waitFor();
  await dialog.getByRole("button", { name: "OK", exact: true }).click();
  const results = page.getByRole("region", { name: "Results" });
  await results.getByText("2 orders processing, 1 not: each one").click();
  await results.getByText("This order is rejected and cannot become processing").waitFor();

  await page.goto("/admin/orders?status=processing");
  await together("Complete", [first, third]);
  await page.getByRole("button", { name: "Yes, complete" }).click();
  await results.getByText("2 orders completed: each one").click();
  const done = results.getByRole("list", { name: "Each one's result" }).getByRole("listitem");
  await sees(done).hasCount(2);
  for (const { id } of [first, third])
    await done
      .filter({ hasText: beginsWith(id) })
      .getByText("completed", { exact: true })
      .waitFor();
  await results.getByRole("button", { name: "Close the results" }).click();
  await results.waitFor({ state: "detached" });
  expect(problems.filter((problem) => !problem.includes("409"))).toEqual([]);
});

test("announces a new order and moves no row until the admin shows it", async () => {
  const first = await buy("0240007777");
  const { page } = await openOrders(desk);
  await row(page, first).waitFor();
  const second = await buy("0240006666");
  await page.getByRole("button", { name: "1 new" }).waitFor();
  await sees(row(page, second)).hasCount(0);
  await page.getByRole("button", { name: "1 new" }).click();
  await row(page, second).waitFor();
});

test("shortcuts are listed under ?, act on the focused order, do not interfere with typing, and can be switched off", async () => {
  const below = await buy("0242220002");
  const order = await buy("0242220001");
  const { page } = await openOrders(desk);
  /** Shortcuts are off until the dialog is gone. */
  const escape = async () => {
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").or(page.getByRole("alertdialog")).waitFor({ state: "detached" });
  };
  await row(page, order).waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await sees(row(page, below).getByRole("checkbox")).isChecked().toBe(true);
  await page.keyboard.press("x");
  await sees(row(page, below).getByRole("checkbox")).isChecked().toBe(false);
  await page.keyboard.press("r");
  await page.getByRole("alertdialog", { name: "Reject 1 order · ¢4.80?" }).waitFor();
  await escape();
  await page.keyboard.press("k");
  const inFocus = page.locator("[data-order]:focus-within");
  await sees(inFocus).getAttribute("data-order").toBe(order._id);
  const late = await buy("0242220003");
  await page.getByRole("button", { name: "1 new" }).waitFor();
  await page.keyboard.press("n");
  await row(page, late).waitFor();
  await row(page, order).getByRole("checkbox").focus();
  await page.keyboard.press("o");
  await page.getByRole("dialog", { name: `Order ${order.id}` }).waitFor();
  await escape();
  await page.keyboard.press("/");
  await page.keyboard.type("xp?");
  await sees(page.getByRole("searchbox")).inputValue().toBe("xp?");
  await sees(page.getByRole("dialog")).hasCount(0);
  await page.getByRole("searchbox").fill("");
  // A reload would bring back whatever is still in the address.
  await page.waitForURL((url) => !url.searchParams.has("q"));
  await row(page, order).waitFor();
  await page.getByRole("heading", { name: "Orders" }).click();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await help.getByText("Previous order").waitFor();
  await help.getByRole("checkbox", { name: "Use keyboard shortcuts on this device" }).uncheck();
  await escape();
  await page.keyboard.press("j");
  await page.keyboard.press("?");
  await drawn(page);
  await sees(page.getByRole("dialog")).hasCount(0);
  await page.reload();
  await row(page, order).waitFor();
  await page.keyboard.press("?");
  await drawn(page);
  await sees(page.getByRole("dialog")).hasCount(0);
});
