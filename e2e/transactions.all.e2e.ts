/** Orders, the wallet statement, and top-ups from request to wallet. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { desk, exportFile, settled, signedIn } from "./pages.ts";
import { openCustomer, openStage, widths } from "./stage.ts";
import { buyer, orderRows } from "./transactions-steps.ts";
import { sees } from "./sees.ts";

const stage = openStage();

const columns = ["ID", "Network", "Beneficiary", "Package", "Amount (¢)", "Reference", "Date", "Status"];

async function csvOf(page: Page): Promise<string[]> {
  const download = await exportFile(page);
  const text = await readFile(await download.path(), "utf8");
  expect(text.startsWith("\uFEFF")).toBe(true);
  return [download.suggestedFilename(), ...text.slice(1).trim().split("\r\n")];
}

describe.each(widths)("on %s", (_, width) => {
  test("searches, filters, pages and exports orders", async () => {
    const user = await buyer(12);
    const { page, problems } = await stage.pages.openAs(user, "/home/my-transactions", width);
    await page.getByText("Showing 10 of 12 entries").waitFor();
    await sees(orderRows(page)).hasCount(10);
    await sees(page.getByLabel("Per page").locator("option"))
      .allInnerTexts()
      .toEqual(["5", "10", "20", "50"]);
    // Cards on a phone have no column headings.
    await sees(page.getByRole("columnheader"))
      .allInnerTexts()
      .toEqual(width.width < 768 ? [] : columns);
    await page.getByRole("button", { name: "Next page" }).click();
    await page.getByText("Showing 2 of 12 entries").waitFor();
    await page.getByLabel("Per page").selectOption("5");
    await page.getByText("Showing 5 of 12 entries").waitFor();
    await page.getByLabel("Per page").selectOption("20");
    await page.getByRole("searchbox").fill("024 412 3415");
    await page.getByText("Showing 1 of 1 entries").waitFor();
    await page.getByRole("searchbox").fill("5 gb");
    await orderRows(page).getByText("5 GB").waitFor();
    await page.getByText("Showing 1 of 1 entries").waitFor();
    const [name, head, ...lines] = await csvOf(page);
    expect(name).toMatch(/^[\w-]+-orders-[\d-]*(to-)?[\d-]+\.csv$/);
    expect(head).toBe("ID,Network,Beneficiary,Package,Amount (GHS),Reference,Date,Status");
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("MTNup2u,0244123410,5 GB,22.50,");
    await page.getByRole("searchbox").fill("nothing like it");
    await page.getByText("No records found").waitFor();
    await page.getByRole("searchbox").fill("");
    await page.getByRole("group", { name: "Status" }).getByRole("button", { name: "Rejected" }).click();
    await page.getByText("No records found").waitFor();
    await page.getByRole("button", { name: "Show all" }).click();
    await page.getByText("Showing 12 of 12 entries").waitFor();
    expect(problems).toEqual([]);
  });

  test("an order from elsewhere is at the top of the list at once", async () => {
    const user = await buyer(2);
    const { page } = await stage.pages.openAs(user, "/home/my-transactions", width);
    await page.getByText("Showing 2 of 2 entries").waitFor();
    await settled(page);
    await stage.shop.buy(user, "mtnup2u-1", "0244129999");
    await orderRows(page).first().getByText("024 412 9999").waitFor();
    await page.getByText("Showing 3 of 3 entries").waitFor();
    await sees(page.getByRole("button", { name: /new$/ })).hasCount(0);
  });

  test("the pager keeps its place on a page with fewer rows", async () => {
    const user = await buyer(7);
    const { page } = await stage.pages.open(width);
    await signedIn(page, user);
    for (const path of ["/home/my-transactions?size=5", "/home/statement?size=5"]) {
      await page.goto(path);
      await page.getByText("Showing 5 of").waitFor();
      await settled(page);
      const next = page.getByRole("button", { name: "Next page" });
      await next.scrollIntoViewIfNeeded();
      const place = await next.boundingBox();
      await next.click();
      await page.getByText(/Showing [23] of/).waitFor();
      await settled(page);
      await sees(next, path).boundingBox().toEqual(place);
    }
    // A list of one page has its own height.
    await page.goto("/home/my-transactions?size=5&q=0244123410");
    await page.getByText("Showing 1 of 1 entries").waitFor();
    const { y: end, height } = (await orderRows(page).boundingBox())!;
    expect((await page.getByText("Showing 1 of 1 entries").boundingBox())!.y - end - height).toBeLessThan(40);
  });

  test("each order status has a badge with its own tone", async () => {
    const { shop } = stage;
    const user = await buyer(4);
    const { page } = await stage.pages.open(width);
    const ways = [[], ["processing"], ["processing", "completed"], ["rejected"]];
    const { body: orders } = await shop.as(user).get<{ _id: string }[]>("/order/allorders");
    for (const [at, way] of ways.entries())
      for (const status of way) {
        const path = `/order/update-status/${orders[at]?._id}`;
        const body = status === "rejected" ? { status, reason: "No stock." } : { status };
        expect((await shop.as(shop.admin).put(path, body)).status).toBe(200);
      }
    await signedIn(page, user);
    await page.goto("/home/my-transactions");
    await page.getByText("Showing 4 of 4 entries").waitFor();
    const toneOf = async (status: string) => {
      const classes = await orderRows(page).getByText(status, { exact: true }).getAttribute("class");
      return /bg-(\w+)-soft/.exec(classes ?? "")?.[1];
    };
    const statuses = ["pending", "processing", "completed", "rejected"];
    expect(await Promise.all(statuses.map(toneOf))).toEqual(["warning", "info", "success", "destructive"]);
    const rejected = orderRows(page).filter({ hasText: "rejected" });
    await (width.width < 768 ? rejected : rejected.getByRole("button")).click();
    await page
      .getByRole("dialog")
      .getByText(/^No stock\. ¢[\d.]+ is back in your wallet\.$/)
      .waitFor();
  });

  test("the statement shows every credit and debit with balance and reason, on the page and in the file", async () => {
    const { shop } = stage;
    const user = await buyer(1);
    const { page } = await stage.pages.openAs(user, "/home/my-transactions", width);
    await page.getByRole("link", { name: "Wallet statement" }).click();
    await page.getByText("5 GB MTNup2u for 024 412 3410").waitFor();
    await shop
      .as(shop.admin)
      .put("/user/balance", { amount: -1.5, chosenId: user._id, reason: "=paid twice" });
    await page.getByText("paid twice").waitFor();
    const [name, head, ...lines] = await csvOf(page);
    expect(name).toMatch(/^[\w-]+-statement-[\d-]*(to-)?[\d-]+\.csv$/);
    expect(head).toContain("Amount (GHS),Balance (GHS)");
    expect(lines).toHaveLength(3);
    // Text that a spreadsheet would read as a formula is neutralised. A number stays a number.
    expect(lines[0]).toMatch(/Correction,'=paid twice,,-1\.50,4976\.00,\d+$/);
  });
});

test("a card shows the ID, the reference and the network's name, also on a narrow phone with large text", async () => {
  const user = await buyer(1);
  const { page } = await stage.pages.openAs(user, "/home/my-transactions", { width: 320, height: 640 });
  const { body: orders } = await stage.shop
    .as(user)
    .get<{ id: number; reference: string }[]>("/order/allorders");
  const { id, reference } = orders[0]!;
  for (const size of ["100%", "200%"]) {
    await page.evaluate((percent) => (document.documentElement.style.fontSize = percent), size);
    const card = orderRows(page).first();
    for (const text of [`ID ${id}`, "MTNup2u", "024 412 3410", "5 GB", "¢22.50", reference, "pending"])
      await card.getByText(text).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  }
  // The whole card is the button.
  await page.getByRole("button", { name: new RegExp(`^ID\\s${id}`) }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: `Order ${id}` }).waitFor();
});

test("a click anywhere on a row of a desk opens its receipt, unless it ends a selection of text", async () => {
  const user = await buyer(1);
  const { page } = await stage.pages.openAs(user, "/home/my-transactions", desk);
  const reference = orderRows(page).getByRole("cell").nth(5);
  const { x, y, width, height } = (await reference.boundingBox())!;
  const dialog = page.getByRole("dialog");
  await page.mouse.move(x + 12, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width - 12, y + height / 2, { steps: 4 });
  await page.mouse.up();
  expect(await page.evaluate(() => getSelection()?.toString())).toMatch(/^\d{3,}$/);
  await settled(page);
  await sees(dialog).hasCount(0);
  await orderRows(page).getByText("024 412 3410").click();
  await dialog.waitFor();
});

test("a search leaves the line of statuses where the user has scrolled it", async () => {
  const user = await buyer(2);
  const { page } = await stage.pages.openAs(user, "/home/my-transactions", { width: 320, height: 640 });
  await page.getByText("Showing 2 of 2 entries").waitFor();
  await settled(page);
  const statuses = page.getByRole("group", { name: "Status" });
  await statuses.evaluate((line) => line.scrollTo({ left: line.scrollWidth }));
  const scrolled = await statuses.evaluate((line) => line.scrollLeft);
  expect(scrolled).toBeGreaterThan(50);
  await page.getByRole("searchbox").fill("5 gb");
  await page.getByText("Showing 1 of 1 entries").waitFor();
  await settled(page);
  expect(await statuses.evaluate((line) => line.scrollLeft)).toBe(scrolled);
});

test("an empty transactions page offers a next step", async () => {
  const { page } = await openCustomer(0, "/home/my-transactions");
  await page.getByText("No records found").waitFor();
  await sees(page.getByRole("link", { name: "Buy your first bundle" }))
    .getAttribute("href")
    .toBe("/home");
});
