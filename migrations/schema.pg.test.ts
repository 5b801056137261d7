import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { generatedFiles } from "#tools/migrate/generated-files.ts";
import { createClient, withClient } from "#ledger/connect/connect.ts";
import { removeClock } from "#tools/testing/test-clock.ts";
import { createTestDatabase } from "#tools/testing/database.ts";
import { houseAccounts, phoneRails, rails } from "#contract/terms/rails.ts";
import { expect, test } from "vitest";

test("schema.sql and the database types are what the migrations make", async () => {
  const database = await createTestDatabase();
  const owner = createClient(database.ownerUrl, "test");
  await owner.connect();
  await removeClock(owner).finally(() => owner.end());
  for (const { path, text } of await generatedFiles(database.ownerUrl)) {
    expect(await readFile(path, "utf8"), `${basename(path)}: run npm run migrate -- write`).toBe(text);
  }
  await database.drop();
});

test("each check on rails and accounts has all their names", async () => {
  const database = await createTestDatabase();
  const { rows } = await withClient(database.ownerUrl, "test", (client) =>
    client.query<{ name: string; text: string }>(
      `select conrelid::regclass || '.' || conname as name, pg_get_constraintdef(oid) as text
       from pg_constraint where contype = 'c' and pg_get_constraintdef(oid) like '%telecel%' order by 1`,
    ),
  );
  const named = rows.map(({ name, text }) => [
    name,
    [...text.matchAll(/'([\w:]+)'/g)].map(([, word]) => word),
  ]);
  expect(Object.fromEntries(named)).toEqual({
    "ledger.event.event_counterparty_check": houseAccounts,
    "ledger.event.event_house_check": houseAccounts,
    "ledger.house_account.house_account_name_check": houseAccounts,
    "ledger.payment.payment_rail_check": rails,
    "ledger.withdrawal.withdrawal_rail_check": rails,
    "shop.odd_payment.odd_payment_rail_check": rails,
    "shop.phone_rail.phone_rail_rail_check": phoneRails,
    "shop.rail_message.rail_message_rail_check": phoneRails,
    "shop.rail_statement.rail_statement_rail_check": rails,
  });
  await database.drop();
});

test("a purchase pays for these indexes only", async () => {
  const database = await createTestDatabase();
  const { rows } = await withClient(database.ownerUrl, "test", (client) =>
    client.query<{ table: string; indexes: string[] }>(
      `select indrelid::regclass::text as table, array_agg(c.relname::text order by c.relname) as indexes
       from pg_index join pg_class c on c.oid = indexrelid
       where indrelid = any ('{ledger.event,ledger.command,shop.order_detail,ledger.wallet,ledger.order}'::regclass[])
       group by 1 order by 1`,
    ),
  );
  expect(Object.fromEntries(rows.map(({ table, indexes }) => [table, indexes]))).toEqual({
    "ledger.command": ["command_pkey"],
    // By position, by stream and version, and by wallet. What else is asked of the log is in ledger.act.
    "ledger.event": ["event_pkey", "event_stream_version_key", "event_wallet"],
    'ledger."order"': [
      // A wallet's purchase is not in it, and pays for its condition.
      "order_of_guest",
      "order_pkey",
      "order_position",
      "order_rejected",
      "order_removed",
      "order_status",
      "order_supplier_batch",
      "order_user",
    ],
    "ledger.wallet": ["wallet_pkey"],
    "shop.order_detail": ["order_detail_pkey"],
  });
  await database.drop();
});
