/** Balances that admins note from statements of rails, beside the books of the same moments. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Closing } from "#contract/reports.ts";
import type { Page } from "#contract/lists.ts";
import type { Rails } from "#contract/payments.ts";
import type { RailStatement } from "#contract/rail-statements.ts";
import type { SecurityRecord } from "#contract/security.ts";
import { daysBefore } from "#contract/terms/periods.ts";
import { openTestShop } from "#tools/testing/test-shop.ts";

const shop = openTestShop();
const esi = shop.userOfFile("esi", "0244000001", "Admin");
const today = new Date().toISOString().slice(0, 10);

/** @returns The first moment after it. */
async function receive(amount: number): Promise<string> {
  const payment = randomUUID();
  const about = { payment, rail: "momo", transaction: payment, amount, fee: null } as const;
  await shop.command("receive_payment", "system", about);
  const { rows } = await shop.pool.query<{ at: string }>(
    `select to_char(recorded_at at time zone 'UTC' + interval '1 microsecond', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
     from ledger.event order by position desc limit 1`,
  );
  return rows[0]?.at ?? "";
}

const note = (at: string, balance: number) =>
  shop.call<RailStatement>("POST", "/payment/rails/momo/statement", { at, balance }, { token: esi.token });

const get = async <T>(path: string) =>
  (await shop.call<T>("GET", path, undefined, { token: shop.admin.token })).body;

const statementOnPage = async () =>
  (await get<Rails>("/payment/rails")).rails.find(({ rail }) => rail === "momo")?.statement;

const closedWith = async (query: string) =>
  (await get<Closing>(`/audit/closing?${query}`)).rails.find(({ rail }) => rail === "momo");

test("a balance is compared with the books of its own moment, and others see who noted it", async () => {
  const first = await receive(60_00);
  const second = await receive(7_50);
  expect(await note(first, 60)).toMatchObject({
    status: 200,
    body: { balance: 60, books: 60, agrees: true, by: "esi" },
  });
  expect((await note(second, 60)).body).toMatchObject({ balance: 60, books: 67.5, agrees: false });
  expect(await statementOnPage()).toMatchObject({ balance: 60, books: 67.5, agrees: false });
  await expect
    .poll(async () =>
      (await get<Page<SecurityRecord>>("/audit/security?kind=statement%20noted&limit=5")).items.map(
        ({ actor, detail }) => [actor, detail.replace(/, .*/, "")],
      ),
    )
    .toEqual([
      ["esi", "momo ¢60.00"],
      ["esi", "momo ¢60.00"],
    ]);
  // Of one moment the newest entry counts, and it does not hide a later moment.
  await note(second, 67.5);
  expect(await statementOnPage()).toMatchObject({ balance: 67.5, agrees: true });
  await note(first, 59);
  expect(await statementOnPage()).toMatchObject({ balance: 67.5, agrees: true });
});

test("a closing shows the last balance within its period, and what the books have at its end", async () => {
  const before = daysBefore(today, 40);
  await note(`${before}T12:00:00Z`, 3);
  expect(await closedWith(`from=${today}&to=${today}`)).toMatchObject({
    books: 67.5,
    statement: { balance: 67.5, agrees: true },
  });
  expect(await closedWith(`from=${before}&to=${before}`)).toMatchObject({
    books: 0,
    statement: { balance: 3, books: 0, agrees: false },
  });
  expect(await closedWith(`from=${before}&to=${before}&at=${before}T11:59:59Z`)).toMatchObject({
    statement: null,
  });
  const next = daysBefore(today, 39);
  // The midnight between two days is the end of the first.
  await note(`${next}T00:00:00Z`, 4);
  expect(await closedWith(`from=${before}&to=${before}`)).toMatchObject({ statement: { balance: 4 } });
  expect(await closedWith(`from=${next}&to=${next}`)).toMatchObject({ statement: null });
});

test("a balance of the future, or below zero, is refused", async () => {
  const tomorrow = new Date(Date.now() + 24 * 60 * 60_000).toISOString();
  expect(await note(tomorrow, 5)).toMatchObject({
    status: 400,
    body: { code: "input_invalid", fields: { at: "That moment has not come yet" } },
  });
  expect((await note(`${today}T00:00:00Z`, -1)).status).toBe(400);
  expect((await note("yesterday", 1)).status).toBe(400);
});
