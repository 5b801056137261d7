/** Files of lists: their names, and a workbook's cells as a spreadsheet reads them. */
import { readXlsx } from "hucre/xlsx";
import { beforeAll, expect, test } from "vitest";
import { workbookMedia } from "#contract/files.ts";
import { dayOf } from "#contract/terms/dates.ts";
import { openTestShop } from "#tools/testing/test-shop.ts";

const today = dayOf(new Date().toISOString());

const shop = openTestShop({ shopName: "Ama's Shop" });
const ama = shop.userOfFile("ama", "0245550101", "Customer", 100_00);

beforeAll(async () => {
  const { body } = await shop.buy(ama);
  await shop.command("reject_order", shop.admin._id, { order: body.id, reason: "=HYPERLINK(1)" });
});

async function fileOf(path: string) {
  const answer = await fetch(`${shop.server.url}/api${path}`, {
    headers: { authorization: `Bearer ${shop.admin.token}` },
  });
  const name = /^attachment; filename="(.+)"$/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
  return { status: answer.status, type: answer.headers.get("content-type"), name, answer };
}

test.each([
  ["/order/orders.csv", "orders.csv"],
  ["/order/orders.csv?from=2026-11-01&to=2026-11-22", "Ama-s-Shop-orders-2026-11-01-to-2026-11-22.csv"],
  ["/recharge/topups.csv?to=2026-11-22", "Ama-s-Shop-topups-to-2026-11-22.csv"],
  ["/audit/movements.csv?from=2026-11-22&to=2026-11-22", "Ama-s-Shop-audit-2026-11-22.csv"],
  ["/audit/acts.csv?to=2026-11-22&format=xlsx", "Ama-s-Shop-acts-to-2026-11-22.xlsx"],
  ["/user/users.csv", "users.csv"],
  ["/user/users.csv?from=2026-11-01&to=2026-11-22", "Ama-s-Shop-users-2026-11-01-to-2026-11-22.csv"],
  ["/message/messages.csv?to=2026-11-22&format=xlsx", "Ama-s-Shop-messages-to-2026-11-22.xlsx"],
])("the file of %s is called %s", async (path, name) => {
  expect(await fileOf(path)).toMatchObject({ status: 200, name });
});

test("a workbook has numbers for amounts, dates for dates, and texts for phones and formulas", async () => {
  const { answer, type } = await fileOf("/order/orders.csv?format=xlsx");
  expect(type).toBe(workbookMedia);
  const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()));
  const [head = [], row = [], ...more] = sheets[0]!.rows;
  expect(more).toEqual([]);
  const cell = (title: string) => row[head.indexOf(title)];
  expect(cell("Beneficiary")).toBe("0244123456");
  expect(cell("User's phone")).toBe("0245550101");
  expect(cell("Amount (GHS)")).toBe(4.8);
  expect(cell("Reason")).toBe("=HYPERLINK(1)");
  const date = cell("Date");
  expect(date).toBeInstanceOf(Date);
  expect((date as Date).toISOString().slice(0, 10)).toBe(today);
});

test("a workbook has the rows of its days only, and all rows of a list that is read in portions", async () => {
  const rowsOf = async (path: string) => {
    const { answer } = await fileOf(path);
    return (await readXlsx(new Uint8Array(await answer.arrayBuffer()))).sheets[0]!.rows.length - 1;
  };
  expect(await rowsOf("/order/orders.csv?format=xlsx&to=2020-01-01")).toBe(0);
  expect(await rowsOf("/user/users.csv?format=xlsx&to=2020-01-01")).toBe(0);
  expect(await rowsOf(`/user/users.csv?format=xlsx&from=${today}&to=${today}`)).toBe(2);
  // More than one portion of 1,000.
  for (let n = 0; n < 2100; n += 300)
    await Promise.all(
      Array.from({ length: 300 }, () =>
        shop.command("correct_balance", "system", { user: ama._id, amount: 1, reason: "x", corrects: null }),
      ),
    );
  const { rows } = await shop.pool.query<{ count: number }>(
    "select count(*)::integer as count from ledger.event where wallet is not null",
  );
  expect(await rowsOf("/audit/movements.csv?format=xlsx")).toBe(rows[0]!.count);
});

test("an unknown format is refused", async () => {
  expect((await fileOf("/order/orders.csv?format=pdf")).status).toBe(400);
});
