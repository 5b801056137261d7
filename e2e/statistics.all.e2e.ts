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
    const body = { packageId: "mtnup2u-1", receiver: "0244123456" };
    await shop.call("POST", "/order/create", body, { token: buyer.token });
    const { rows } = await shop.pool.query<{ count: number }>(
      `select count(*)::integer as count from ledger."order"`,
    );
    const placed = rows[0]!.count;
    const { page, problems } = await open("/admin/statistics", size);
    const table = page.getByRole("table", { name: "Chosen days" });
    const line = async (index: number) =>
      (await table.getByRole("row").nth(index).getByRole("cell").allInnerTexts()).map((text) =>
        text.split(/\s+/).join(" "),
      );
    await page.getByRole("group", { name: "Periods" }).getByRole("button", { name: "Today" }).click();
    const value = `¢${(placed * 4.8).toFixed(2)}`;
    const shown = size.width < 768 ? [`${value} ${placed}`] : [String(placed), value];
    await expect.poll(() => line(1)).toEqual(expect.arrayContaining([formatDay(today), ...shown]));
    const before = periodBefore({ from: today, to: today }).from;
    expect((await line(2))[0]).toBe(`Before: ${formatDay(before)}`);
    expect((await line(3)).slice(0, 2)).toEqual(["Change", size.width < 768 ? "– –" : "–"]);
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
    // All columns are in sight, also on a phone.
    for (const name of ["Chosen days", "Orders"])
      for (const column of ["Orders", "Completed", "Rejected"]) {
        const head = page
          .getByRole("table", { name, exact: true })
          .getByRole("columnheader", { name: column });
        const box = (await head.boundingBox())!;
        expect(box.x + box.width).toBeLessThanOrEqual(size.width);
      }
    expect(await violationsInBothThemes(page, "statistics")).toEqual([]);
    const { name, text } = await exported(page);
    expect(name).toBe(`Cedibook-statistics-${today}.csv`);
    expect(text).toContain(`Chosen period,${formatDay(today)},${placed},${(placed * 4.8).toFixed(2)},`);

    const tomorrow = daysBefore(today, -1);
    await page.goto(`/admin/statistics?from=${tomorrow}&to=${tomorrow}`);
    await page.getByText("No records found").first().waitFor();
    expect((await line(1)).slice(0, 2)).toEqual([formatDay(tomorrow), size.width < 768 ? "¢0.00 0" : "0"]);
    expect(problems).toEqual([]);
  },
);
