/** The figures of any days beside those of the days before. */
import { expect, test } from "vitest";
import { formatDay } from "#contract/terms/dates.ts";
import { daysBefore, periodBefore } from "#contract/terms/periods.ts";
import { violationsInBothThemes } from "./axe.ts";
import { exported, officeWidths, openOffice } from "./office.ts";
import { sees } from "./sees.ts";

const { stage, newUser, open } = openOffice();
const today = new Date().toISOString().slice(0, 10);

test.each(officeWidths)(
  "any days are compared with the days before, with a chart that has a legend, on %s",
  async (_, size) => {
    const { shop } = stage;
    const buyer = await newUser(100_00);
    await shop.buy(buyer);
    const { rows } = await shop.pool.query<{ count: number }>(
      `select count(*)::integer as count from ledger."order"`,
    );
    const placed = rows[0]!.count;
    const { page, problems } = await open("/admin/statistics", size);
    // A table on a desk, and cards on a phone.
    const isPhone = size.width < 768;
    const lines = isPhone
      ? page.getByRole("list", { name: "Chosen days" }).getByRole("listitem")
      : page.getByRole("table", { name: "Chosen days" }).locator("tbody").getByRole("row");
    const line = async (index: number) => (await lines.nth(index).innerText()).split(/\s+/).join(" ");
    await page.getByRole("group", { name: "Periods" }).getByRole("button", { name: "Today" }).click();
    const value = `¢${(placed * 4.8).toFixed(2)}`;
    const figures = (count: number, worth: string) =>
      isPhone ? `Orders ${count} ${worth} Completed ` : `${count} ${worth} `;
    const before = periodBefore({ from: today, to: today }).from;
    // The month, which is shown first, ends today too.
    await expect.poll(() => line(1)).toContain(`Before: ${formatDay(before)} `);
    expect(await line(0)).toContain(`${formatDay(today)} ${figures(placed, value)}`);
    expect(await line(2)).toContain(isPhone ? "Change Orders – –" : "Change – –");
    const chart = page.getByRole("figure", { name: "Value of orders by day" });
    await chart.locator(".recharts-legend-wrapper").getByText("Rejected", { exact: true }).waitFor();
    await chart.locator(".recharts-legend-wrapper").getByText("Not rejected").waitFor();
    // Everybody gets the series and the unit, also without seeing the colours or the picture.
    const caption = chart.locator("figcaption");
    await sees(caption)
      .innerText()
      .toBe(
        `Value of orders by day, in cedis. Below: not rejected. On top: rejected. The highest bar is ${value} on ${formatDay(today)}.`,
      );
    expect(await caption.evaluate((element) => element.closest("[aria-hidden]"))).toBeNull();
    // All columns are in sight.
    for (const table of await page.locator("[data-slot=table-container]").all())
      expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    expect(await violationsInBothThemes(page, "statistics")).toEqual([]);
    const { name, text } = await exported(page);
    expect(name).toBe(`Cedibook-statistics-${today}.csv`);
    expect(text).toContain(`Chosen period,${formatDay(today)},${placed},${(placed * 4.8).toFixed(2)},`);

    const tomorrow = daysBefore(today, -1);
    await page.goto(`/admin/statistics?from=${tomorrow}&to=${tomorrow}`);
    await page.getByText("No records found").first().waitFor();
    expect(await line(0)).toContain(`${formatDay(tomorrow)} ${figures(0, "¢0.00")}`);
    await page.getByRole("button", { name: "This month" }).last().click();
    await expect.poll(() => line(0)).toContain(figures(placed, value));
    expect(problems).toEqual([]);
  },
);
