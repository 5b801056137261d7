/** The wallet statement: its filters, and the picture of a month. */
import { expect, test } from "vitest";
import { desk, exportFile, phone, settled, signedIn } from "./pages.ts";
import { openStage } from "./stage.ts";
import { today, addBuyer } from "./statement-steps.ts";
import { sees } from "./sees.ts";

const stage = openStage();

test.each([
  ["a phone", phone],
  ["a desk", desk],
] as const)(
  "filters by days and words are in the address, and the file has the same rows, on %s",
  async (_, size) => {
    const user = await addBuyer();
    const { page, problems } = await stage.pages.openAs(user, "/home/statement", size);
    await page.getByText("Showing 3 of 3 entries").waitFor();
    await page.getByRole("searchbox").fill("0244123457");
    await page.getByText("Showing 1 of 1 entries").waitFor();
    await page.waitForURL(/search=/);
    await page.getByText("5 GB MTNup2u for 024 412 3457").waitFor();
    await page.reload();
    await page.getByText("Showing 1 of 1 entries").waitFor();
    await sees(page.getByRole("searchbox")).inputValue().toBe("0244123457");
    const file = await exportFile(page);
    const lines = await file.createReadStream().then(async (stream) => {
      let text = "";
      for await (const part of stream) text += String(part);
      return text.trim().split("\r\n");
    });
    expect(lines).toHaveLength(2);
    await page.getByRole("searchbox").fill("");
    await page.getByText("Showing 3 of 3 entries").waitFor();
    await page.getByLabel("To", { exact: true }).fill("2020-01-01");
    await page.getByText("Try another word or other days.").waitFor();
    expect(new URL(page.url()).searchParams.get("to")).toContain("2020-01-01");
    await page.getByLabel("To", { exact: true }).fill("");
    await page.getByLabel("From", { exact: true }).fill(today());
    await page.getByText("Showing 3 of 3 entries").waitFor();
    expect(problems).toEqual([]);
  },
);

test("the buttons lead through the months with movements", async () => {
  const user = await addBuyer();
  const { page } = await stage.pages.open(desk);
  await signedIn(page, user);
  const month = (name: string, moneyIn: number) => ({
    month: name,
    moneyIn,
    moneyOut: 0,
    count: 1,
    balance: moneyIn,
    days: [{ day: `${name}-03`, moneyIn, moneyOut: 0 }],
    networks: [],
  });
  const months = ["2026-09", "2026-06", "2025-12"].map((name, at) => month(name, 10 * (at + 1)));
  await page.route("**/api/user/statement/months", (route) => route.fulfill({ json: months }));
  await page.route("**/api/user/statement/month?*", (route) => {
    const asked = new URL(route.request().url()).searchParams.get("month");
    return route.fulfill({ json: months.find((each) => each.month === asked) });
  });
  await page.goto("/home/statement?month=2026-09");
  const card = page.getByRole("region", { name: "Month" });
  await card.getByRole("heading", { name: "September 2026" }).waitFor();
  await sees(card.getByRole("button", { name: "Next month" }))
    .isDisabled()
    .toBe(true);
  await card.getByRole("button", { name: "Previous month" }).click();
  await card.getByRole("heading", { name: "June 2026" }).waitFor();
  await card.getByText("Balance at the end").locator("..").getByText("¢20.00").waitFor();
  await page.waitForURL("**month=2026-06*");
  await card.getByRole("button", { name: "Previous month" }).click();
  await card.getByRole("heading", { name: "December 2025" }).waitFor();
  await sees(card.getByRole("button", { name: "Previous month" }))
    .isDisabled()
    .toBe(true);
  await card.getByRole("button", { name: "Next month" }).click();
  await card.getByRole("heading", { name: "June 2026" }).waitFor();
  await settled(page);
});
