/** The office's first page: what needs somebody now, today's business, and what colleagues did. */
import pg from "pg";
import { expect, test } from "vitest";
import { connectionConfig } from "#ledger/connect/connect.ts";
import { violationsInBothThemes } from "./axe.ts";
import { nextPhone } from "./stage.ts";
import { officeWidths, openOffice, place } from "./office.ts";

const { stage, newUser, open } = openOffice();

test.each(officeWidths)(
  "the dashboard shows what waits, live, most urgent first, on %s",
  async (name, size) => {
    const { shop } = stage;
    const buyer = await newUser(1000_00);
    const kofi = await shop.addUser(`kofi${name.slice(2)}`, nextPhone(), "Admin");
    const { page, problems } = await open("/admin", size);
    const main = page.getByRole("main");
    const waiting = main.getByRole("region", { name: "Waiting" });
    const completed = main.getByRole("group", { name: "Completed today" });
    const colleagues = main.getByRole("group", { name: "What colleagues did last" });
    const networks = main.getByRole("group", { name: "Networks today" });
    await waiting.getByRole("link", { name: "Backups Not set up" }).waitFor();

    const order = await place(stage, buyer, "0244123456");
    await waiting.getByRole("link", { name: /^Late top-ups 0/ }).waitFor();
    await waiting.getByRole("link", { name: `Oldest order 0 min pending: order ${order.id}` }).waitFor();
    await networks.getByRole("link", { name: /MTNup2u [1-9]/ }).waitFor();
    const done = async () => (await completed.innerText()).replace(/\s+/g, " ");
    const before = await done();
    for (const type of ["process_order", "complete_order"] as const)
      await shop.command(type, kofi._id, { order: order.id });
    await expect.poll(done).not.toBe(before);
    await waiting.getByRole("link", { name: /no order is pending/ }).waitFor();
    await colleagues.getByRole("link", { name: new RegExp(`^${kofi.username} · completed order`) }).waitFor();

    // Only the owner of the database can make it older. The page's clock ticks every half minute.
    await shop.as(buyer).post("/recharge", { amount: 77 });
    const owner = new pg.Client(connectionConfig(shop.database.ownerUrl, "test"));
    await owner.connect();
    await owner.query(
      "update ledger.topup set created_at = created_at - interval '25 minutes 40 seconds' where amount = 7700",
    );
    await owner.end();
    await shop.command("change_notice", kofi._id, { notice: `notice for ${name}` });
    await waiting
      .getByRole("link", { name: /^Late top-ups 1 pending for over 10 min, the oldest for 25 min/ })
      .waitFor();
    await colleagues.getByRole("link", { name: new RegExp(`^${kofi.username} · notice`) }).waitFor();

    const top = async (part: typeof waiting) => (await part.boundingBox())!.y;
    expect(await top(waiting)).toBeLessThan(await top(completed));
    expect(await top(completed)).toBeLessThan(await top(main.getByRole("link", { name: /^Products/ })));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
    expect(await violationsInBothThemes(page, "dashboard")).toEqual([]);
    await colleagues.getByRole("link", { name: new RegExp(`^${kofi.username} · completed order`) }).click();
    await page.waitForURL(/actor=/);
    await page.getByText(`order ${order.reference}`).first().waitFor();
    await shop.declineTopups();
    expect(problems).toEqual([]);
  },
);

test("the dashboard says how old the last backup is, and that it is overdue", async () => {
  const set = (changes: string) => stage.shop.pool.query(`update shop.backup set ${changes}`);
  await set("target = '/backups', base = 'b', shipped_at = now() - interval '3 minutes 20 seconds'");
  const { page, problems } = await open("/admin");
  await page.getByRole("link", { name: "Backups The last one is 3 min old" }).waitFor();
  await set("shipped_at = now() - interval '2 hours', failed_at = now()");
  await page.reload();
  await page.getByRole("link", { name: /^Backups Overdue: the last one is of \d\d\/\d\d\/\d{4}/ }).waitFor();
  expect(await violationsInBothThemes(page, "an overdue backup")).toEqual([]);
  await set("target = null, base = null, shipped_at = null, failed_at = null");
  expect(problems).toEqual([]);
});
