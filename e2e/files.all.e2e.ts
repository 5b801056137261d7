/** The files of the office's lists, as a browser saves them. */
import { readFile } from "node:fs/promises";
import { readXlsx } from "hucre/xlsx";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { formatDay } from "#contract/terms/dates.ts";
import { officeWidths, openOffice } from "./office.ts";
import { desk, exportFile } from "./pages.ts";

const { stage, newUser, open } = openOffice();
const today = new Date().toISOString().slice(0, 10);

test.each(officeWidths)("a list is saved as a workbook with the days in its name, on %s", async (_, size) => {
  const buyer = await newUser(100_00);
  await stage.shop.buy(buyer);
  const { page, problems } = await open(`/admin/orders?status=all&search=${buyer.username}`, size);
  await page.getByText("Showing 1 of 1 entries").waitFor();
  const file = await exportFile(page, "xlsx");
  expect(file.suggestedFilename()).toBe(`Cedibook-orders-to-${today}.xlsx`);
  const { sheets } = await readXlsx(new Uint8Array(await readFile(await file.path())));
  const [head = [], row = [], ...more] = sheets[0]!.rows;
  expect(more).toEqual([]);
  expect(row[head.indexOf("Beneficiary")]).toBe("0244123456");
  expect(row[head.indexOf("Amount (GHS)")]).toBe(4.8);
  expect(problems).toEqual([]);
});

test.each(officeWidths)(
  "the history of top-ups, and its file, can be limited by days, on %s",
  async (_, size) => {
    const { shop } = stage;
    const user = await newUser();
    const topup = 50_000 + size.width;
    await shop.requestTopup(user, topup, 60_00);
    await shop.command("decline_topup", shop.admin._id, { topup });
    const { page, problems } = await open(`/admin/finance?search=T-${topup}`, size);
    const history = page.getByRole("region", { name: "Topup history" });
    await history.getByText("Showing 1 of 1 entries").waitFor();
    await history.getByRole("button", { name: "Filters" }).click();
    await history.getByRole("textbox", { name: "To day" }).fill("1/1/2020");
    await history.getByRole("textbox", { name: "To day" }).blur();
    await history.getByText("No records found").waitFor();
    const file = await exportFile(history);
    expect(file.suggestedFilename()).toBe("Cedibook-topups-to-2020-01-01.csv");
    expect((await readFile(await file.path(), "utf8")).trim().split("\n")).toHaveLength(1);
    expect(problems).toEqual([]);
  },
);

test.each(officeWidths)(
  "users and messages can be limited by days, and so can their files, on %s",
  async (_, size) => {
    const user = await newUser();
    for (const [path, name, found] of [
      [`/admin/users?search=${user.username}`, "users", user.username],
      ["/admin/messages", "messages", undefined],
    ] as const) {
      const { page, problems } = await open(path, size);
      if (found !== undefined) await page.getByRole("link", { name: found }).waitFor();
      await page.getByRole("button", { name: "Filters" }).click();
      await page.getByRole("textbox", { name: "From day" }).fill(formatDay(today));
      await page.getByRole("textbox", { name: "From day" }).blur();
      await page.waitForURL(new RegExp(`from=${today}`));
      if (found !== undefined) await page.getByRole("link", { name: found }).waitFor();
      await page.getByRole("textbox", { name: "From day" }).fill("");
      await page.getByRole("textbox", { name: "To day" }).fill("1/1/2020");
      await page.getByRole("textbox", { name: "To day" }).blur();
      await page.getByText("No records found").waitFor();
      const file = await exportFile(page);
      expect(file.suggestedFilename()).toBe(`Cedibook-${name}-to-2020-01-01.csv`);
      expect((await readFile(await file.path(), "utf8")).trim().split("\n")).toHaveLength(1);
      expect(problems).toEqual([]);
    }
  },
);

test.each(officeWidths)("files that the page makes are workbooks too, on %s", async (_, size) => {
  const buyer = await newUser(100_00);
  await stage.shop.buy(buyer);
  const workbook = async (page: Page) => {
    const file = await exportFile(page, "xlsx");
    const { sheets } = await readXlsx(new Uint8Array(await readFile(await file.path())));
    return { name: file.suggestedFilename(), rows: sheets[0]!.rows };
  };
  const office = await open("/admin/statistics/sales", size);
  const sales = await workbook(office.page);
  expect(sales.name).toMatch(/^Cedibook-sales-[\d-]+(to-[\d-]+)?\.xlsx$/);
  const [titles = []] = sales.rows;
  const total = sales.rows.find(([group]) => group === "Total")!;
  expect(total[titles.indexOf("Net (GHS)")]).toBeGreaterThanOrEqual(4.8);
  for (const [path, name] of [
    ["/admin/statistics", "statistics"],
    ["/admin/audit/closing", "closing"],
    ["/admin/products", "products"],
  ] as const) {
    await office.page.goto(path);
    const file = await workbook(office.page);
    expect(file.name).toMatch(new RegExp(`^Cedibook-${name}-.*\\d{4}-\\d\\d-\\d\\d\\.xlsx$`));
    expect(file.rows.length).toBeGreaterThan(1);
  }

  const own = await stage.pages.openAs(buyer, "/home/my-transactions", size);
  const { name, rows } = await workbook(own.page);
  const [head = [], row = []] = rows;
  expect(name).toBe(`Cedibook-orders-to-${today}.xlsx`);
  expect(row[head.indexOf("Beneficiary")]).toBe("0244123456");
  expect(row[head.indexOf("Amount (GHS)")]).toBe(4.8);
  expect(row[head.indexOf("Date")]).toBeInstanceOf(Date);
  expect([...office.problems, ...own.problems]).toEqual([]);
});

test("on a desk of 1280 px, all columns of a user's lists are in sight", async () => {
  const buyer = await newUser(10_000_00);
  await stage.shop.buy(buyer);
  await stage.shop.as(buyer).post("/recharge", { amount: 5000 });
  const { page } = await open(`/admin/users/${buyer._id}`, desk);
  for (const [tab, name] of [
    ["orders", "Orders"],
    ["requests", "Requests"],
    ["statement", "Wallet statement"],
  ] as const) {
    await page.goto(`/admin/users/${buyer._id}?tab=${tab}`);
    const table = page.getByRole("table", { name });
    await table.waitFor();
    const { width, room } = await table.evaluate((at) => ({
      width: at.scrollWidth,
      room: at.parentElement!.clientWidth,
    }));
    expect(width, name).toBeLessThanOrEqual(room);
  }
});
