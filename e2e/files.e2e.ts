/** The files of the office's lists, as a browser saves them. */
import { readFile } from "node:fs/promises";
import { readXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { officeWidths, openOffice } from "./office.ts";

const { stage, newUser, open } = openOffice();
const today = new Date().toISOString().slice(0, 10);

test.each(officeWidths)("a list is saved as a workbook with the days in its name, on %s", async (_, size) => {
  const buyer = await newUser(100_00);
  const body = { packageId: "mtnup2u-1", receiver: "0244123456" };
  await stage.shop.call("POST", "/order/create", body, { token: buyer.token });
  const { page, problems } = await open(`/admin/orders?status=all&q=${buyer.username}`, size);
  await page.getByText("Showing 1 of 1 entries").waitFor();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Workbook" }).click(),
  ]);
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
    const asked = { topup, amount: 60_00, purpose: "topup", momo_transaction_id: null } as const;
    await shop.command("request_topup", user._id, asked);
    await shop.command("decline_topup", shop.admin._id, { topup });
    const { page, problems } = await open(`/admin/finance?q=T-${topup}`, size);
    const history = page.getByRole("region", { name: "Topup history" });
    await history.getByText("Showing 1 of 1 entries").waitFor();
    await history.getByRole("textbox", { name: "To day" }).fill("1/1/2020");
    await history.getByRole("textbox", { name: "To day" }).blur();
    await history.getByText("No records found").waitFor();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      history.getByRole("button", { name: "Export to Excel" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("Cedibook-topups-to-2020-01-01.csv");
    expect((await readFile(await file.path(), "utf8")).trim().split("\n")).toHaveLength(1);
    expect(problems).toEqual([]);
  },
);
