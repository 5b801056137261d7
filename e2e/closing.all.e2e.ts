/** Closing a period, on paper and in a file too, and what was sold in it. */
import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import { formatDay } from "#contract/terms/dates.ts";
import { violationsInBothThemes } from "./axe.ts";
import { exported, officeWidths, openOffice, place, pocket } from "./office.ts";
import { desk } from "./pages.ts";
import { sees } from "./sees.ts";

const { stage, newUser, open } = openOffice();
const today = new Date().toISOString().slice(0, 10);
let topups = 0;

/** A customer with ¢100.00 by a top-up, who buys for ¢4.80 twice and gets one of them back. */
async function trade(): Promise<void> {
  const { shop } = stage;
  const buyer = await newUser();
  topups += 1;
  const topup = 40_000 + topups;
  await shop.requestTopup(buyer, topup, 100_00);
  await shop.command("approve_topup", shop.admin._id, { topup });
  for (const isKept of [true, false]) {
    const order = (await shop.buy(buyer)).body;
    if (!isKept) await shop.command("reject_order", shop.admin._id, { order: order.id, reason: "No stock" });
  }
}

/** Of a card: "¢100.00". */
async function fact(page: Page, card: string, name: RegExp): Promise<string> {
  const region = page.getByRole("region", { name: card, exact: true });
  const row = region.locator("dl > div").filter({ has: page.locator("dt").filter({ hasText: name }) });
  return (await row.locator("dd").innerText()).trim();
}

async function balances(): Promise<Record<string, string>> {
  const { rows } = await stage.shop.pool.query<{ name: string; amount: string }>(
    `select name, to_char(abs(balance) / 100.0, 'FM999,999,990.00') as amount from ledger.house_account
     union all select 'wallets', to_char(sum(balance) / 100.0, 'FM999,999,990.00') from ledger.wallet`,
  );
  return Object.fromEntries(rows.map(({ name, amount }) => [name, `¢${amount}`]));
}

test.each(officeWidths)(
  "the closing explains every balance, and goes into a file, on %s",
  async (_, size) => {
    await trade();
    const { page, problems } = await open("/admin/audit/closing", size);
    const wallets = "Wallets, all together";
    const now = await balances();
    await expect.poll(() => fact(page, wallets, /^Closing/)).toBe(now["wallets"]);
    expect(await fact(page, "Mobile money", /^Closing/)).toBe(`${now["momo"]} Dr`);
    expect(await fact(page, "Sales", /^Closing/)).toBe(`${now["sales"]} Cr`);
    const trial = page.getByRole("table", { name: "Trial balance" });
    const sums = (await trial.getByRole("row").last().innerText()).split(/\s+/);
    expect(sums[1]).toBe(sums[2]);
    await page.getByText("all accounts add up to zero").waitFor();
    expect(await violationsInBothThemes(page, "closing")).toEqual([]);
    const { name, text } = await exported(page);
    expect(name).toMatch(new RegExp(`^Cedibook-closing-(${today.slice(0, 8)}01-to-)?${today}\\.csv$`));
    expect(text).toContain(`"Wallets, all together",0.00,`);

    // Before the shop existed there was nothing; the page says so with zeros and keeps the days in its address.
    await page.getByRole("textbox", { name: "From day" }).fill("1/1/2020");
    await page.getByRole("textbox", { name: "From day" }).blur();
    await page.getByRole("textbox", { name: "To day" }).fill("31/1/2020");
    await page.getByRole("textbox", { name: "To day" }).blur();
    await page.waitForURL(/from=2020-01-01&to=2020-01-31/);
    await expect.poll(() => fact(page, wallets, /^Closing/)).toBe("¢0.00");
    await page.reload();
    await expect.poll(() => fact(page, wallets, /^Closing/)).toBe("¢0.00");
    await page.getByRole("button", { name: "Today" }).click();
    await expect.poll(() => fact(page, wallets, /^Closing/)).toBe(now["wallets"]);
    await page.getByText(formatDay(today), { exact: true }).waitFor();
    expect(problems).toEqual([]);
  },
);

test("as of a moment before everything, this month's closing is empty, and a moment before its days is refused", async () => {
  await trade();
  const { page } = await open(`/admin/audit/closing?from=2020-01-01&at=2020-01-02T10:00:00`);
  await expect.poll(() => fact(page, "Wallets, all together", /^Closing/)).toBe("¢0.00");
  await page.getByText("As it was just before 02/01/2020 10:00:00 UTC").waitFor();
  await page.goto("/admin/audit/closing?from=2020-01-03&at=2020-01-02T10:00:00");
  await page.getByText("The moment is before the first day").waitFor();
});

test("the closing is printed without navigation, black on white, also from a dark screen", async () => {
  await trade();
  const { page } = await open("/admin/audit/closing");
  await page.evaluate(() => (document.documentElement.dataset["theme"] = "dark"));
  await page.getByText("all accounts add up to zero").waitFor();
  await page.emulateMedia({ media: "print" });
  const sheet = page.locator(".print-page");
  await sheet.getByText("Cedibook · Closing").waitFor();
  await sees(page.getByRole("navigation").locator("visible=true")).hasCount(0);
  await sees(page.getByRole("button").locator("visible=true")).hasCount(0);
  await sees(page.locator("h1")).isVisible().toBe(false);
  const colours = await sheet.evaluate((element) => {
    const card = element.querySelector("[role=region]")!;
    return [getComputedStyle(card).backgroundColor, getComputedStyle(card.querySelector("dd")!).color];
  });
  expect(colours).toEqual(["rgb(255, 255, 255)", "rgb(0, 0, 0)"]);
});

test.each(officeWidths)(
  "sales and profit by network, package, level, agent, supplier and day add up to the closing's, on %s",
  async (_, size) => {
    await trade();
    // A supplier takes 20 pesewas more than the buyer paid.
    const { id: order } = await place(stage, await newUser(10_00), "0244123456");
    const sent = {
      order,
      supplier: "datamart",
      code: "YELLO 1",
      reference: `order${String(order).padStart(15, "0")}`,
    } as const;
    await stage.shop.command("send_fulfilment", "system", sent);
    await stage.shop.command("accept_fulfilment", "system", { order, attempt: 1, cost: 5_00 });
    const { page, problems } = await open("/admin/audit/closing", size);
    await page.getByText("all accounts add up to zero").waitFor();
    const net = await fact(page, "Sales", /^Closing/);
    const profit = await fact(page, "Profit", /^Left/);
    await page.goto("/admin/statistics/sales");
    await sees(page.getByRole("region", { name: "Profit" }))
      .innerText()
      .toContain(`Left\n${profit}`);
    for (const name of ["Networks", "Packages", "Levels", "Agents", "Suppliers", "Days"]) {
      const list = page.getByRole("region", { name, exact: true });
      const total = list.getByRole("row").or(list.getByRole("listitem")).last();
      await expect
        .poll(async () => (await total.innerText()).replace("Profit", "").split(/\s+/).slice(1, 3))
        .toEqual([net.split(" ")[0], profit]);
    }
    await page.getByText(/orders? cost ¢0\.[24]0 more than the buyers paid/).waitFor();
    expect(await violationsInBothThemes(page, "sales")).toEqual([]);
    const { name, text } = await exported(page);
    expect(name).toMatch(/^Cedibook-sales-.*\.csv$/);
    expect(text).toContain("Package,MTNup2u 1 GB,,");
    await page.getByRole("button", { name: "Last month" }).click();
    await page.getByText("Nothing was sold in these days.").waitFor();
    expect(problems).toEqual([]);
  },
);

test("the period that is shown is in view in its line of choices on a phone", async () => {
  const { page } = await open("/admin/audit/closing", pocket);
  const hidden_px = () =>
    page.getByRole("button", { name: "This month", pressed: true }).evaluate((chip) => {
      const [own, line] = [chip, chip.parentElement!].map((each) => each.getBoundingClientRect());
      return Math.max(0, own!.right - line!.right, line!.left - own!.left);
    });
  await expect.poll(hidden_px).toBe(0);
});

test("Ctrl+K finds the closing and the sales", async () => {
  const { page } = await open("/admin", desk);
  for (const [typed, heading] of [
    ["closing", "Closing"],
    ["profit", "Sales and profit"],
  ] as const) {
    await page.keyboard.press("Control+k");
    const dialog = page.getByRole("dialog", { name: "Find anything" });
    await dialog.getByRole("combobox").fill(typed);
    await dialog.getByRole("option", { name: new RegExp(`^${heading}`) }).click();
    await expect.poll(() => page.locator("h1").innerText()).toBe(heading);
  }
});
