/** More of the page about suppliers: proposals, orders without an answer, money, and what it shows when things fail. */
import { beforeAll, expect, test } from "vitest";
import type { SuppliersAnswer } from "#contract/fulfilment.ts";
import { withClient } from "#ledger/connect/connect.ts";
import { violationsInBothThemes } from "./axe.ts";
import { desk } from "./pages.ts";
import { meanwhile, officeWidths, openOffice, place, pocket } from "./office.ts";
import { sees } from "./sees.ts";

const { stage, open, newUser } = openOffice();

const read = async () => (await stage.shop.as(stage.shop.admin).get<SuppliersAnswer>("/supplier")).body;

beforeAll(async () => {
  await stage.shop.pool.query(
    `insert into shop.supplier_price (supplier, code, name, network, cost) values
      ('datamart', 'YELLO 1', '1 GB', 'YELLO', 470), ('datamart', 'YELLO 5', '5 GB', 'YELLO', 2000)`,
  );
});

test("a supplier without its key is off and names the variable", async () => {
  const { page, problems } = await open("/admin/suppliers", desk);
  const card = page.getByRole("region", { name: "DataMart" });
  await card.getByText("off", { exact: true }).waitFor();
  await card.getByText("DATAMART_API_KEY").waitFor();
  await page.getByText("The shop sells no vouchers yet.").waitFor();
  await page.getByText("No order has waited for an hour").waitFor();
  expect(problems).toEqual([]);
});

test.each(officeWidths)(
  "proposals fit by network and size, are marked below cost, and are saved at once, on %s",
  async (_, size) => {
    const before = { package: "mtnup2u-1", routes: [] };
    await stage.shop.as(stage.shop.admin).put("/supplier/routes", before);
    const { page, problems } = await open("/admin/suppliers", size);
    await page.getByRole("button", { name: "Propose matches" }).click();
    const packages = page.getByRole("region", { name: "Packages" });
    const select = packages.getByLabel("Who delivers MTNup2u 1 GB");
    await sees(select).inputValue().toBe("datamart YELLO 1");
    await packages.getByText("Not saved. Now: By hand").first().waitFor();
    await packages
      .getByText(/below cost/)
      .first()
      .waitFor();
    expect(await violationsInBothThemes(page, `proposals at ${size.width}`)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
    // Choices outlive a visit elsewhere.
    await page.goto("/admin/orders");
    await page.goto("/admin/suppliers");
    await sees(select).inputValue().toBe("datamart YELLO 1");
    await page.getByRole("region", { name: "Unsaved changes" }).getByRole("button", { name: "Save" }).click();
    const yes = page.getByRole("alertdialog").getByRole("button", { name: "Yes, save" });
    await expect.poll(() => yes.isEnabled()).toBe(true);
    await yes.click();
    await page.getByText(/packages? saved/).waitFor();
    expect((await read()).routes["mtnup2u-1"]).toEqual([{ supplier: "datamart", code: "YELLO 1" }]);
    await select.selectOption({ label: "By hand" });
    await page.getByRole("button", { name: "Discard" }).click();
    await sees(select).inputValue().toBe("datamart YELLO 1");
    expect(problems).toEqual([]);
  },
);

test("a package that another admin has changed meanwhile is not saved, and the page says so", async () => {
  const change = (routes: object[]) =>
    stage.shop.as(stage.shop.admin).put("/supplier/routes", { package: "mtnup2u-2", routes });
  await change([]);
  const { page, problems } = await open("/admin/suppliers", desk);
  await page.getByLabel("Who delivers MTNup2u 5 GB").selectOption("datamart YELLO 5");
  await meanwhile(page, "**/api/supplier/routes", () => change([{ supplier: "datamart", code: "YELLO 1" }]));
  await page.getByRole("region", { name: "Unsaved changes" }).getByRole("button", { name: "Save" }).click();
  const yes = page.getByRole("alertdialog").getByRole("button", { name: "Yes, save" });
  await expect.poll(() => yes.isEnabled()).toBe(true);
  await yes.click();
  const result = page.getByRole("alertdialog", { name: "1 package not saved" });
  await result.getByText("MTNup2u 5 GB").waitFor();
  await result.getByRole("button", { name: "OK" }).click();
  await page.getByText("Not saved. Now: DataMart 1 GB").waitFor();
  expect(problems.filter((problem) => !problem.includes("409"))).toEqual([]);
});

test("an order without an answer is settled, and a contradiction is shown", async () => {
  const buyer = await newUser(100_00);
  const [open1, refused1] = [
    await place(stage, buyer, "0244111001"),
    await place(stage, buyer, "0244111002"),
  ];
  for (const [{ id: order }, letter] of [
    [open1, "a"],
    [refused1, "b"],
  ] as const) {
    const reference = letter.repeat(20);
    await stage.shop.command("send_fulfilment", "system", {
      order,
      supplier: "datamart",
      code: "YELLO 1",
      reference,
    });
  }
  const about = { order: refused1.id, attempt: 1 };
  await stage.shop.command("refuse_fulfilment", "system", { ...about, reason: "wrong number" });
  await stage.shop.command("contradict_fulfilment", "system", { ...about, said: "delivered" });
  await withClient(stage.shop.database.ownerUrl, "test", (client) =>
    client.query("update ledger.fulfilment set sent_at = sent_at - interval '2 hours'"),
  );
  const { page, problems } = await open("/admin/suppliers", pocket);
  const part = page.getByRole("region", { name: "No answer yet" });
  await part.getByText("Sent to DataMart 2 h 0 min ago, no answer yet").waitFor();
  await part.getByText("Now it says: delivered").waitFor();
  expect(await violationsInBothThemes(page, "no answer yet")).toEqual([]);
  await part.getByRole("button", { name: `Settle order ${open1.id}` }).click();
  const dialog = page.getByRole("dialog", { name: `Settle order ${open1.id}` });
  await dialog.getByLabel("Reason").fill("Kofi of their support, today");
  await dialog.getByRole("button", { name: "Settle it" }).click();
  await dialog.getByText("Please choose delivered or refused").waitFor();
  await dialog.getByLabel("What DataMart says").selectOption("delivered");
  await dialog.getByRole("button", { name: "Settle it" }).click();
  await page.getByText(`Order ${open1.id} is settled`).waitFor();
  await sees(part.getByRole("button", { name: /^Settle/ })).hasCount(0);
  await part.getByRole("link", { name: `Order ${refused1.id}` }).click();
  await page.getByRole("dialog", { name: new RegExp(String(refused1.id)) }).waitFor();
  expect(problems).toEqual([]);
});

test("money is booked, and a supplier is paused and goes on", async () => {
  await stage.shop.restart({
    suppliers: { datamart: { key: "a".repeat(16), url: "http://127.0.0.1:9", answer_ms: 500 } },
  });
  const { page, problems } = await open("/admin/suppliers", desk);
  const card = page.getByRole("region", { name: "DataMart" });
  await card.getByText("not heard yet", { exact: true }).waitFor();
  await card.getByRole("button", { name: "Book money" }).click();
  const dialog = page.getByRole("dialog", { name: "Book money: DataMart" });
  await dialog.getByLabel("From").selectOption("owner");
  await dialog.getByLabel("Amount").fill("¢1,200");
  await dialog.getByLabel("Reason").fill("Paid in by MoMo");
  await dialog.getByRole("button", { name: "Book it" }).click();
  await card.getByText("¢1,200.00").waitFor();
  await card.getByRole("button", { name: "Pause" }).click();
  await card.getByText("paused", { exact: true }).waitFor();
  await card.getByRole("button", { name: "Go on" }).click();
  await card.getByRole("button", { name: "Pause" }).waitFor();
  expect(problems).toEqual([]);
});

test("the page says when it could not load, and tries again", async () => {
  const { page, problems } = await open("/admin", pocket);
  const refusal = { status: 400, json: { message: "Not today.", code: "input_invalid", requestId: "r" } };
  await page.route("**/api/supplier", (route) => route.fulfill(refusal), { times: 1 });
  await page.getByRole("link", { name: "Suppliers", exact: true }).click();
  await page.getByText("The suppliers could not be loaded. Not today.").waitFor();
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByRole("region", { name: "DataMart" }).waitFor();
  expect(problems.filter((problem) => !problem.includes("400"))).toEqual([]);
});
