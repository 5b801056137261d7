import { admin, ama, oneGigabyte, openWorld, testCommand } from "../decide/testing/world.ts";
import { expect, test } from "vitest";
import { decideBatch } from "./batch.ts";
import { join } from "../tables/statement.ts";

const head = {
  position: 0,
  orders_placed: 0,
  recorded_at: "2026-11-21T10:42:00.000000Z",
  hash: "00".repeat(32),
  rebuilds: 0,
};

function statementFor(...commands: ReturnType<typeof testCommand>[]) {
  const { state } = openWorld();
  state.open.set(ama, 0);
  const from = { ...head, position: state.position };
  const candidates = commands.map((command) => ({ command, remember: true }));
  return join(decideBatch(candidates, state, from, new Map(), () => 0).parts);
}

test("hot-statement.sql is the statement that a batch of purchases sends", async () => {
  const { text, values } = statementFor(testCommand("place_order", oneGigabyte, ama));
  const title =
    "-- The statement that the writer sends for a batch of purchases, assembled by statement.ts from its parts.\n";
  await expect(`${title}\n${text};\n`).toMatchFileSnapshot("hot-statement.sql");
  expect(Math.max(...[...text.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n)))).toBe(values.length);
});

test("a batch of purchases writes to these tables only", () => {
  const { text } = statementFor(testCommand("place_order", oneGigabyte, ama));
  const tables = [...text.matchAll(/(?:insert into|update) (\w+\.\S+)/g)].map(([, table]) =>
    table?.replaceAll('"', ""),
  );
  expect(tables).toEqual([
    "ledger.event",
    "ledger.command",
    "shop.order_detail",
    "ledger.wallet",
    "ledger.house_account",
    "ledger.order",
    "ledger.sales_by_day",
    "ledger.daily_total",
    "ledger.head",
  ]);
});

test("batches that write to the same tables send the same prepared statement", () => {
  const one = statementFor(testCommand("place_order", oneGigabyte, ama));
  const two = statementFor(
    testCommand("place_order", oneGigabyte, ama),
    testCommand("place_order", oneGigabyte, ama, "00000000-0000-4000-8000-0000000000fe"),
  );
  expect([two.name, two.text]).toEqual([one.name, one.text]);
  const other = statementFor(testCommand("change_notice", { notice: "closed" }, admin));
  expect(other.name).not.toBe(one.name);
});
