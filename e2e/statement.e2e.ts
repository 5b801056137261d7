/** The wallet statement: its filters, and the picture of a month. */
import { expect, test } from "vitest";
import { phone } from "./pages.ts";
import { openStage } from "./stage.ts";
import { today, addBuyer } from "./statement-steps.ts";
import { sees } from "./sees.ts";

const stage = openStage();

test("a month shows what came in and went out by day and network, and follows the wallet", async () => {
  const user = await addBuyer();
  const { page, problems } = await stage.pages.openAs(user, "/home/statement", phone);
  const month = page.getByRole("region", { name: "Month" });
  await month.getByText("¢100.00").waitFor();
  await sees(month.getByRole("figure")).hasCount(0);
  await month.getByRole("button", { name: "Show the month" }).click();
  await page.waitForURL(/month=\d{4}-\d\d/);
  const chart = month.getByRole("figure", { name: "Money in and out by day" });
  await expect.poll(() => chart.locator("svg rect").count()).toBe(2);
  const heights = await chart
    .locator("svg rect")
    .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute("height"))));
  // ¢27.30 went out of the ¢100.00 that came in.
  expect((heights[1] ?? 0) / (heights[0] ?? 1)).toBeCloseTo(0.273);
  await chart.getByText("Show the days as a table").click();
  const cells = chart.getByRole("table", { name: "Money by day" }).getByRole("cell");
  await sees(cells)
    .allInnerTexts()
    .toEqual([today().split("-").reverse().join("/"), "¢100.00", "¢27.30"]);
  await month.getByRole("region", { name: "Networks" }).getByText("2 orders").waitFor();
  await month.getByText("Balance now").locator("..").getByText("¢72.70").waitFor();
  await sees(month.getByRole("button", { name: "Previous month" }))
    .isDisabled()
    .toBe(true);
  const credit = { user: user._id, amount: 1000, reason: "welcome", corrects: null };
  await stage.shop.command("correct_balance", "system", credit);
  await month.getByText("Balance now").locator("..").getByText("¢82.70").waitFor();
  await month.getByRole("button", { name: "Hide the month" }).click();
  await chart.waitFor({ state: "detached" });
  expect(problems).toEqual([]);
});
