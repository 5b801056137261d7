/** Comparing a MoMo statement with the approved top-ups: from a file and pasted, on the page, on paper and in files. */
import { readFile } from "node:fs/promises";
import { readXlsx } from "hucre/xlsx";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { formatDay } from "#contract/terms/dates.ts";
import { formatCedis } from "#contract/terms/money.ts";
import { daysBefore } from "#contract/terms/periods.ts";
import type { TestUser } from "#tools/testing/test-shop.ts";
import { violationsInBothThemes } from "./axe.ts";
import { exported, officeWidths, openOffice, pocket } from "./office.ts";
import { desk, exportFile } from "./pages.ts";
import { sees } from "./sees.ts";

const { stage, newUser, open } = openOffice();
const today = new Date().toISOString().slice(0, 10);
const paid = formatDay(today);
let payer: TestUser;
let topups = 50_000;

beforeAll(async () => {
  payer = await newUser();
  await topup("MP-SAME", 100_00);
  await topup("mp-other", 60_00);
  await topup("MP-twice", 70_00);
  await topup("MP-TWICE", 70_00);
  await topup(null, 90_00);
  await topup("MP-open", 55_00, { isApproved: false });
});

async function topup(id: string | null, amount: number, { isApproved = true } = {}): Promise<void> {
  const { shop } = stage;
  topups += 1;
  const number = topups;
  const asked = { topup: number, amount, purpose: "topup", momo_transaction_id: id } as const;
  await shop.command("request_topup", payer._id, asked);
  if (isApproved) await shop.command("approve_topup", shop.admin._id, { topup: number });
}

/** ¢100.00 matched, ¢61.00 for ¢60.00, one line for two top-ups, a line of an open request, one that nobody names. */
const statement = `Statement of 0240000009;;;;
Date;Transaction ID;Amount (GHS);Sender;Reference
${paid} 08:00;mp-same;100.00;AMA B;rent
${paid} 08:10;MP-OTHER;61.00;KOFI;
${paid} 08:20;mp-twice;GHS 70.00;ESI;
${paid} 08:30;MP-OPEN;55.00;YAW;
${paid} 08:40;MP-NOBODY;¢1,040.00;ABENA;
${paid} 08:50;MP-OUT;-20.00;;
Total;;1,306.00;;
`;

async function paste(page: Page, text: string): Promise<void> {
  await page.getByLabel("Or paste its lines, with the headings").fill(text);
  await page.getByRole("button", { name: "Compare" }).click();
}

/** Of the table of sums: "Matched" -> ["¢100.00", "1", "¢100.00", "1", "¢0.00"]. */
async function sums(page: Page, group: string): Promise<string[]> {
  const row = page
    .getByRole("table", { name: "Sums of the groups" })
    .getByRole("row")
    .filter({ has: page.getByRole("cell", { name: group, exact: true }) });
  return (await row.innerText()).split(/\s*[\t\n]\s*/).slice(1);
}

/** What an updated shop answers for the code of an older version. */
function gone(page: Page, files: string, times = Infinity) {
  let left = times;
  // The route stays: to end it while the page is loading again can hold up that load.
  return page.route(files, (route) =>
    left-- > 0 ? route.fulfill({ status: 404, body: "Not found" }) : route.continue(),
  );
}

test("the page is reloaded by itself if the shop was updated before its code was loaded, and only once", async () => {
  const { page } = await open("/admin/audit/closing", pocket);
  let loads = 0;
  page.on("load", () => (loads += 1));
  await gone(page, "**/assets/admin/momo-page-*.js", 1);
  const tab = page.getByRole("link", { name: "MoMo statement" });
  await tab.click();
  await page.getByLabel("Or paste its lines, with the headings").waitFor();
  expect(loads).toBe(1);
  await page.goto("/admin/audit/closing");
  loads = 0;
  await page.evaluate(() => sessionStorage.clear());
  await gone(page, "**/assets/admin/momo-page-*.js");
  await tab.click();
  await page.getByRole("heading", { name: "This page could not be shown" }).waitFor();
  expect(loads).toBe(1);
});

test("a statement that is open outlives an update of the shop, and can be saved as a workbook", async () => {
  const { page } = await open("/admin/audit/closing?tab=momo");
  await paste(page, statement);
  await page.getByRole("button", { name: "Export to Excel" }).waitFor();
  await page.waitForLoadState("networkidle");
  await gone(page, "**/assets/**");
  const file = await exportFile(page, "xlsx");
  expect(file.suggestedFilename()).toMatch(/momo-statement.*\.xlsx$/);
});

describe.each(officeWidths)("on %s", (_, size) => {
  test("a pasted statement is compared by transaction ID, and the difference is explained", async () => {
    const { page, problems } = await open("/admin/audit/closing?tab=momo", size);
    expect(await violationsInBothThemes(page, "no statement")).toEqual([]);
    await paste(page, statement);
    await page.getByText("The statement has ¢936.00 more than the top-ups").waitFor();
    expect(await sums(page, "Matched")).toEqual(["¢100.00", "1", "¢100.00", "1", "¢0.00"]);
    expect(await sums(page, "Matched, other amount")).toEqual(["¢61.00", "1", "¢60.00", "1", "+¢1.00"]);
    expect(await sums(page, "One line, several top-ups")).toEqual(["¢70.00", "1", "¢140.00", "2", "−¢70.00"]);
    expect(await sums(page, "Lines without a top-up")).toEqual([
      "¢1,095.00",
      "2",
      "¢0.00",
      "0",
      "+¢1,095.00",
    ]);
    expect(await sums(page, "Top-ups without a line")).toEqual(["¢0.00", "0", "¢90.00", "1", "−¢90.00"]);
    expect(await sums(page, "All")).toEqual(["¢1,326.00", "5", "¢390.00", "5", "+¢936.00"]);
    const group = (name: string) => page.getByRole("region", { name, exact: true });
    await group("Matched, other amount").getByText("¢1.00 less credited than paid").waitFor();
    const [other] = await Promise.all([
      page.waitForEvent("popup"),
      group("Matched, other amount")
        .getByRole("link", { name: /^T-50002/ })
        .click(),
    ]);
    await other.getByRole("heading", { level: 1, name: "Topups" }).waitFor();
    await other.close();
    await group("Lines without a top-up").getByText(`T-50006 of ${payer.username} is pending`).waitFor();
    await group("Lines without a top-up").getByText("No request names this ID").waitFor();
    await group("Top-ups without a line").getByText("The customer gave no ID").waitFor();
    const leftOut = page.getByRole("table", { name: "Lines that are left out" });
    await sees(leftOut.getByRole("row").last())
      .innerText()
      .toMatch(/Money out, or zero\s+1\s+−¢20.00/);
    const unread = group("Lines that can’t be read");
    await unread.getByText("“Total” is no date").waitFor();
    await unread.getByText("Above the headings").waitFor();
    expect(await violationsInBothThemes(page, "a statement")).toEqual([]);
    expect(problems).toEqual([]);
  });

  test("a file of another layout is compared, and saved with every line and top-up", async () => {
    const { page, problems } = await open("/admin/audit/closing?tab=momo", size);
    const rows = [
      "TRANSACTION DATE,FROM NAME,AMOUNT,BAL BEFORE,BAL AFTER,F_ID,REF",
      `${today} 08:00:00,"B, AMA",100.00,0.00,100.00,mp-same,rent`,
      `${today} 09:00:00,,30.00,100.00,70.00,OUT1,`,
      `${daysBefore(today, 40)} 09:00:00,KOFI,60.00,70.00,130.00,mp-other,`,
    ];
    const file = {
      name: "momo.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`\uFEFF${rows.join("\r\n")}`),
    };
    await page.getByLabel("Statement file").setInputFiles(file);
    await page.getByText("momo.csv: 3 lines").waitFor();
    await page.getByText("The statement has ¢230.00 less than the top-ups").waitFor();
    expect(await sums(page, "Matched")).toEqual(["¢160.00", "2", "¢160.00", "2", "¢0.00"]);

    // Chosen days leave lines out, and say so at the top-up that names one of them.
    await page.getByRole("textbox", { name: "From day" }).fill(paid);
    await page.getByRole("textbox", { name: "From day" }).blur();
    await expect.poll(() => sums(page, "Matched")).toEqual(["¢100.00", "1", "¢100.00", "1", "¢0.00"]);
    const alone = page.getByRole("region", { name: "Top-ups without a line" });
    await alone.getByText(`Names line 4 of ${formatDay(daysBefore(today, 40))}`).waitFor();
    const { name, text } = await exported(page);
    expect(name).toBe(`Cedibook-momo-statement-${today}.csv`);
    const lines = text.trim().split("\r\n");
    expect(lines.filter((line) => line.startsWith("Matched,"))).toEqual([
      expect.stringMatching(/^Matched,2,.* 08:00,mp-same,100\.00,"B, AMA",rent,T-50001,.*,100\.00,/),
    ]);
    expect(lines.filter((line) => line.includes("Left out: "))).toHaveLength(2);
    expect(lines.at(-1)).toContain('Sum: all,,,,100.00,,,,,390.00,,"Difference -290.00');
    const workbook = await exportFile(page, "xlsx");
    expect(workbook.suggestedFilename()).toBe(`Cedibook-momo-statement-${today}.xlsx`);
    const { sheets } = await readXlsx(await readFile(await workbook.path()));
    expect(sheets[0]?.rows).toHaveLength(lines.length);
    expect(sheets[0]?.rows.find(([group]) => group === "Matched")?.[4]).toBe(100);
    expect(problems).toEqual([]);
  });

  test("unknown headings are chosen by the admin", async () => {
    const { page, problems } = await open("/admin/audit/closing?tab=momo", size);
    await paste(page, `Wann\tWas\tWieviel\n${paid}\tmp-same\t100.00`);
    await page.getByText("Please choose which columns").waitFor();
    expect(await violationsInBothThemes(page, "columns")).toEqual([]);
    await page.getByLabel("Date", { exact: true }).selectOption({ label: `1 · Wann, such as ${paid}` });
    await page.getByLabel("Transaction ID", { exact: true }).selectOption("1");
    await page.getByLabel("Amount", { exact: true }).selectOption("2");
    await expect.poll(() => sums(page, "Matched")).toEqual(["¢100.00", "1", "¢100.00", "1", "¢0.00"]);
    expect(problems).toEqual([]);
  });
});

test("many lines are paged, and only the sheet is printed, black on white", async () => {
  const { page } = await open("/admin/audit/closing?tab=momo");
  const rows = Array.from({ length: 45 }, (_, at) => `${paid},LONE-${at},1.00`);
  await paste(page, ["Date,Transaction ID,Amount", ...rows].join("\n"));
  const group = page.getByRole("region", { name: "Lines without a top-up" });
  await group.getByText("1 to 20 of 45").waitFor();
  await group.getByRole("button", { name: "Next page" }).click();
  await group.getByText("21 to 40 of 45").waitFor();
  await group.getByText("LONE-20").waitFor();
  await page.evaluate(() => (document.documentElement.dataset["theme"] = "dark"));
  await page.emulateMedia({ media: "print" });
  const sheet = page.locator(".print-page");
  await sheet.getByText("Cedibook · MoMo statement").waitFor();
  await sheet.getByText("20 of 45 are printed").waitFor();
  await sees(page.getByRole("button").locator("visible=true")).hasCount(0);
  await sees(page.locator("h1")).isVisible().toBe(false);
  const colour = await sheet.evaluate((element) => getComputedStyle(element.querySelector("td")!).color);
  expect(colour).toBe("rgb(0, 0, 0)");
});

test.each([
  ["a workbook", Buffer.from("PK\x03\x04"), "This is a workbook. Please save it as CSV"],
  ["an empty file", Buffer.from("\r\n"), "There are no lines"],
  [
    "a file that is too large",
    Buffer.alloc(officeLimits.momo_statement_bytes_max + 1, "a"),
    "The file has more than 8 MB",
  ],
])("%s is refused beside the field, and what was shown is gone", async (_, buffer, message) => {
  const { page } = await open("/admin/audit/closing?tab=momo", desk);
  await paste(page, `Date,Transaction ID,Amount\n${paid},mp-same,100.00`);
  await page.getByRole("region", { name: "Comparison" }).waitFor();
  await page.getByLabel("Statement file").setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer });
  await page.getByText(message).waitFor();
  await expect.poll(() => page.getByRole("region", { name: "Comparison" }).count()).toBe(0);
});

test("days that the server refuses, and a statement of which no line can be read, say why", async () => {
  const { page } = await open("/admin/audit/closing?tab=momo");
  await paste(page, `Date,Transaction ID,Amount\n01/01/2026,A,1.00\n01/06/2026,B,1.00`);
  await page.getByText("At most 92 days at a time").waitFor();
  await paste(page, `Date,Transaction ID,Amount\n2026,A,1.00`);
  await page.getByText("No line could be read").waitFor();
  await page.getByText("“2026” is no date").waitFor();
  await sees(page.getByRole("region", { name: "Comparison" })).hasCount(0);
});

test("nothing of the statement reaches the server but the IDs that no top-up of its days has", async () => {
  const { page } = await open("/admin/audit/closing?tab=momo");
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  await paste(page, statement);
  await page.getByText("The statement has ¢936.00 more").waitFor();
  expect(sent.filter((each) => /AMA B|ABENA|mp-same/.test(each))).toEqual([]);
  expect(sent.filter((each) => each.includes("MP-NOBODY"))).toHaveLength(1);
  expect(sent.filter((each) => each.split(" ")[0]?.includes("MP-"))).toEqual([]);
});

test("Ctrl+K opens the page", async () => {
  const { page } = await open("/admin");
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: "Find anything" });
  await dialog.getByRole("combobox").fill("momo");
  await dialog.getByRole("option", { name: "Compare a MoMo statement" }).click();
  await expect.poll(() => page.locator("h1").innerText()).toBe("MoMo statement");
  // It shares a route with the closing, but only one of the two tabs is the current one.
  const current = page.getByRole("navigation", { name: "Audit" }).locator("[aria-current=page]");
  await sees(current).allInnerTexts().toEqual(["MoMo statement"]);
  await page.getByRole("link", { name: "Closing", exact: true }).click();
  await expect.poll(() => page.locator("h1").innerText()).toBe("Closing");
  await page.getByRole("button", { name: "Today" }).click();
  await page.waitForURL(/from=/);
  await sees(current).allInnerTexts().toEqual(["Closing"]);
});

test("of too many top-ups without a line, only some are listed, and the sums have them all", async () => {
  const page_rows = officeLimits.momo_topups_page;
  const many = page_rows;
  // One user may have ten that nobody has decided.
  for (let at = 0; at < many; at += 8)
    await Promise.all(Array.from({ length: 8 }, (_, n) => topup(`LATE-${at + n}`, 50_00)));
  await topup("LAST-1", 60_00);
  await topup("mp-same", 80_00);
  const { page, problems } = await open("/admin/audit/closing?tab=momo");
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.postData() ?? ""));
  // The one top-up that names the second line, and one of the two that name the first, are not among the listed ones.
  const lines = ["mp-same,100.00", "LAST-1,61.00", "MP-OPEN,55.00", "LATE-1,50.00"];
  await paste(page, ["Date,Transaction ID,Amount", ...lines.map((line) => `${paid},${line}`)].join("\n"));
  const credited = 390_00 + many * 50_00 + 60_00 + 80_00;
  await page.getByText(`The statement has ${formatCedis(credited - 266_00)} less than the top-ups`).waitFor();
  expect(await sums(page, "Matched")).toEqual(["¢50.00", "1", "¢50.00", "1", "¢0.00"]);
  expect(await sums(page, "Matched, other amount")).toEqual(["¢61.00", "1", "¢60.00", "1", "+¢1.00"]);
  expect(await sums(page, "One line, several top-ups")).toEqual(["¢100.00", "1", "¢180.00", "2", "−¢80.00"]);
  expect((await sums(page, "Lines without a top-up")).slice(0, 2)).toEqual(["¢55.00", "1"]);
  const alone = many + 3;
  const sum = formatCedis(290_00 + (many - 1) * 50_00);
  expect(await sums(page, "Top-ups without a line")).toEqual([
    "¢0.00",
    "0",
    sum,
    alone.toLocaleString("en"),
    `−${sum}`,
  ]);
  await page
    .getByRole("region", { name: "Lines without a top-up" })
    .getByText(/is pending/)
    .waitFor();
  // Two of the first page have a line.
  const unlisted = alone - (page_rows - 2);
  await page.getByText(`${unlisted} more of ${formatCedis(unlisted * 50_00)} are in the sums`).waitFor();
  const { text } = await exported(page);
  expect(text).toContain(`${unlisted} more of`);
  expect(sent.join("")).toContain("mp-same");
  expect(sent.filter((body) => body.includes("55.00"))).toEqual([]);
  expect(problems).toEqual([]);
});
