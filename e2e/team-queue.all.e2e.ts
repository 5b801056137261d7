/** Two admins at the same queue: what one does is visible to the other, and neither repeats it. */
import { describe, expect, test } from "vitest";
import type { OrderRecord } from "#contract/order-list.ts";
import { officeWidths } from "./office.ts";
import { desk, type OpenPage, signedIn } from "./pages.ts";
import { openQueue, row } from "./team-queue-steps.ts";
import { sees } from "./sees.ts";

const { stage, open, esi, buyer, buy, process } = openQueue();

async function asEsi(path: string): Promise<OpenPage> {
  const opened = await stage.pages.openAs(esi, path, desk);
  await opened.page.getByRole("heading", { level: 1 }).waitFor();
  return opened;
}

describe.each(officeWidths)("on %s", (_, size) => {
  test("an order that a colleague has open or in a dialog is marked, until they close it", async () => {
    const order = await buy();
    const mine = await open("/admin/orders?order=newest", size);
    await row(mine, order).waitFor();
    const theirs = await asEsi("/admin/orders?order=newest");
    await row(theirs, order)
      .getByRole("button", { name: `Open order ${order.id}` })
      .click();
    await row(mine, order).getByText("open at esi_admin").waitFor();
    // It is somebody else's page, so it is not marked at its own.
    await sees(theirs.page.getByText("open at")).hasCount(0);
    await theirs.page.keyboard.press("Escape");
    await row(mine, order).getByText("open at esi_admin").waitFor({ state: "detached" });
    await row(theirs, order).getByRole("button", { name: "Process" }).click();
    await row(mine, order).getByText("open at esi_admin").waitFor();
    await row(mine, order).getByRole("button", { name: "Process" }).click();
    await mine.page.getByRole("alertdialog").getByText(`${order.id} · open at esi_admin`).waitFor();
    // A page that is closed says nothing more.
    await theirs.page.close();
    await mine.page.getByRole("alertdialog").getByText("open at esi_admin").waitFor({ state: "detached" });
  });

  test("a dialog that was overtaken says so before the click, and goes on with the rest", async () => {
    const [taken, rest] = [await buy(), await buy()];
    const mine = await open("/admin/orders?order=newest", size);
    const choose = async (orders: OrderRecord[], button: string) => {
      for (const order of orders) await row(mine, order).getByRole("checkbox").check();
      const bar = mine.page.getByRole("region", { name: "Selected orders" });
      await bar.getByRole("button", { name: button }).click();
      await mine.page.getByRole("alertdialog").waitFor();
    };
    await choose([taken, rest], "Send to supplier");
    await process(taken);
    const question = mine.page.getByRole("alertdialog");
    await question.getByText(`${taken.id} · processing, by esi_admin`).waitFor();
    await question.getByRole("heading", { name: /^Send 1 order ·/ }).waitFor();
    await question.getByRole("button", { name: "Yes, send" }).click();
    const result = mine.page.getByRole("dialog", { name: "Sent to supplier" });
    await result.getByText(/Batch \d+ · MTNup2u · 1 order/).waitFor();
    await sees(result.getByText("Left out")).hasCount(0);
    await result.getByRole("button", { name: "Done" }).click();

    const last = await buy();
    await mine.page.getByRole("button", { name: "1 new" }).click();
    await choose([last], "Process");
    await process(last);
    await question.getByRole("heading", { name: "Nothing to process" }).waitFor();
    await sees(question.getByRole("button", { name: "Cancel" })).hasCount(0);
    await question.getByRole("button", { name: "OK", exact: true }).click();
    await question.waitFor({ state: "detached" });
    const { rows } = await stage.shop.pool.query<{ sent: boolean }>(
      `select supplier_batch is not null as sent from ledger."order" where id = any($1) order by id`,
      [[taken.id, rest.id, last.id]],
    );
    expect(rows.map(({ sent }) => sent)).toEqual([false, true, false]);
    expect(mine.problems).toEqual([]);
  });

  test("the queue starts with the oldest, and the newest are one tap away and stay in the address", async () => {
    const order = await buy();
    const mine = await open("/admin/orders?size=5", size);
    const { rows } = await stage.shop.pool.query<{ first: string }>(
      `select min(id)::text as first from ledger."order" where status = 'pending' and not hidden`,
    );
    const first = () => mine.page.locator("[data-order]").first().getAttribute("data-order");
    await expect.poll(first).toBe(rows[0]?.first);
    await mine.page.getByRole("button", { name: "Newest first" }).click();
    await expect.poll(first).toBe(order._id);
    await mine.page.reload();
    await expect.poll(first).toBe(order._id);
    expect(mine.page.url()).toContain("order=newest");
  });

  test("an order for the same number and package is flagged, also beside one that is completed", async () => {
    const receiver = `02469${size.width.toString().padStart(5, "0")}`;
    const done = await buy(receiver);
    await process(done);
    await stage.shop.command("complete_order", esi._id, { order: done.id });
    const again = await buy(receiver);
    const mine = await open("/admin/orders?order=newest", size);
    await row(mine, again).getByText(`Same as ${done.id}`).waitFor();
    await row(mine, again)
      .getByRole("button", { name: `Open order ${again.id}` })
      .click();
    const text = `same buyer, number and package as ${done.id} (completed)`;
    const sheet = mine.page.getByRole("dialog", { name: `Order ${again.id}` });
    await sheet.getByText(text).waitFor();
    await mine.page.keyboard.press("Escape");
    await row(mine, again).getByRole("button", { name: "Process" }).click();
    await mine.page.getByRole("alertdialog").getByText(text).waitFor();
    expect(mine.problems).toEqual([]);
  });

  test("several orders are rejected with a reason for each, starting from one for all", async () => {
    const orders = [await buy(), await buy()];
    const [first, second] = orders as [OrderRecord, OrderRecord];
    const mine = await open("/admin/orders?order=newest", size);
    for (const order of orders) await row(mine, order).getByRole("checkbox").check();
    await mine.page
      .getByRole("region", { name: "Selected orders" })
      .getByRole("button", { name: "Reject" })
      .click();
    const question = mine.page.getByRole("alertdialog");
    await question.getByLabel("Reason (optional)").fill("network is down");
    await question.getByRole("button", { name: "Give each its own reason" }).click();
    await question.getByLabel(new RegExp(`^Reason for ${second.id}`)).fill("wrong number");
    await question.getByRole("button", { name: "Yes, reject" }).click();
    await mine.page.getByText("2 orders rejected").first().waitFor();
    const { rows } = await stage.shop.pool.query<{ reason: string }>(
      `select reason from ledger."order" where id = any($1) order by id`,
      [[first.id, second.id]],
    );
    expect(rows.map(({ reason }) => reason)).toEqual(["network is down", "wrong number"]);
  });

  test("everything that a colleague did today is one tap from their page", async () => {
    const order = await buy();
    await process(order);
    const { page, problems } = await open(`/admin/users/${esi._id}`, size);
    await page.getByRole("link", { name: "Everything done today" }).click();
    await page.waitForURL(/actor=.*from=/);
    await page.getByText(`order ${order.reference},`).first().waitFor();
    await page.locator("b", { hasText: "processed order" }).first().waitFor();
    expect(problems).toEqual([]);
  });

  test("the sheet of an order names who took each step, and its buyer's page does not", async () => {
    const order = await buy();
    await process(order);
    const mine = await open(`/admin/orders?status=processing&order=newest&open=${order.id}`, size);
    const steps = mine.page.getByRole("list", { name: "What happened" });
    await steps.getByText("by esi_admin").waitFor();
    const { page } = await stage.pages.open(size);
    const fetched = page.waitForResponse(`**/api/order/${order.id}/history`);
    await signedIn(page, buyer);
    await page.goto(`/home/my-transactions`);
    await page
      .getByText(new RegExp(`${order.reference}`))
      .first()
      .click();
    expect(await (await fetched).text()).not.toContain("esi_admin");
  });
});
