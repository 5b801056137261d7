/** Rebuild, export and import make the same rows and the same head from the log alone. */
import { connect, createTestDatabase } from "#tools/testing/database.ts";
import { openLedgerPerTest } from "#tools/testing/test-ledger.ts";
import fc from "fast-check";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { events } from "#ledger/core/events.ts";
import { exportLog } from "../export.ts";
import { importLog, ImportRefused } from "../import.ts";
import { rebuild } from "../rebuild.ts";
import { jsonbText } from "./chain.ts";
import { accepted, command } from "../../log/testing/shop.ts";
import { storyDatabase } from "#tools/testing/story-database.ts";
import { verify } from "../verify.ts";
import { Writer } from "../../log/writer.ts";

const tables = [
  "house_account",
  "wallet",
  "account",
  "order",
  "topup",
  "product",
  "settings",
  "approval",
  "reversal",
];
tables.push("sales_by_day", "daily_total", "command");

const ledger = openLedgerPerTest(async () => (await storyDatabase()).database);

describe("rebuild", () => {
  test("a rebuild of correct rows changes none", async () => {
    const before = await dump(ledger.owner);
    expect(await rebuild(ledger.owner)).toMatchObject({ finding: undefined, restored: {} });
    expect(await dump(ledger.owner)).toEqual(before);
  });

  test("a rebuild restores missing, wrong and surplus rows byte for byte and keeps rejections", async () => {
    const before = await dump(ledger.owner);
    for (const table of tables)
      await ledger.owner.query(`delete from ledger."${table}" where ${derived(table)}`);
    await ledger.owner.query(`insert into ledger.wallet values (gen_random_uuid(), 5, 1, 1);
      insert into ledger.settings values (true, 'x', '', '', '', '', null, '', 'whole', '{}', 1, 1)`);
    await ledger.owner.query("update ledger.head set orders_placed = 99");
    const { restored } = await rebuild(ledger.owner);
    expect(Object.keys(restored).sort()).toEqual([...tables, "head"].sort());
    expect(await dump(ledger.owner)).toEqual(before);
    expect((await verify(ledger.owner)).findings).toEqual([]);
  });

  test("a rebuild refuses a log that is broken or lost its end, and changes nothing", async () => {
    await ledger.owner.query(
      "drop trigger append_only on ledger.event; update ledger.wallet set balance = balance + 1",
    );
    const before = await dump(ledger.owner);
    await ledger.owner.query(
      "delete from ledger.event where position = (select max(position) from ledger.event)",
    );
    expect(await rebuild(ledger.owner)).toMatchObject({ finding: { where: "ledger.head" }, restored: {} });
    await ledger.owner.query("update ledger.event set actor = 'x' where position = 5");
    expect(await rebuild(ledger.owner)).toMatchObject({ finding: { where: "position 5" }, restored: {} });
    expect(await dump(ledger.owner)).toEqual(before);
  });
});

describe("export and import", () => {
  test("an import into an empty database makes the same head and rows, and the shop can go on", async () => {
    const { text, head } = await exported();
    const empty = await createTestDatabase();
    const other = await connect(empty.ownerUrl);
    expect(await importLog(other, linesOf(text))).toEqual(head);
    expect((await verify(other)).findings).toEqual([]);
    await ledger.owner.query("delete from ledger.command where events = 0");
    expect(await dump(other)).toEqual(await dump(ledger.owner));
    const { rows } = await other.query("select nextval('shop.topup_number') as next");
    expect(rows).toEqual([{ next: 10_005 }]);
    // Imported events cause no messages.
    const follower = await other.query("select position from shop.message_follower");
    expect(follower.rows).toEqual([{ position: head.position }]);
    const writer = new Writer({ url: empty.apiUrl });
    await accepted(writer, command("change_notice", { notice: "on we go" }));
    await writer.close();
    expect((await verify(other)).findings).toEqual([]);
    await other.end();
    await empty.drop();
  });

  test("each exported line is the text that was hashed, with its hash", async () => {
    const { text } = await exported();
    const [first = "", second = ""] = text.split("\n");
    expect(JSON.parse(first)).toMatchObject({ position: 1, type: "user_registered" });
    expect(Object.keys(JSON.parse(second) as object)).toHaveLength(14);
    // The story that these tests are told has every type of event.
    const told = text
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { type: string }).type);
    expect([...new Set(told)].toSorted()).toEqual(Object.keys(events).toSorted());
  });

  test("an export of a broken log names the broken position", async () => {
    await ledger.owner.query(
      "drop trigger append_only on ledger.event; update ledger.event set actor = 'x' where position = 5",
    );
    expect((await exported()).finding).toMatchObject({ where: "position 5" });
  });

  test("an export of a log that lost its last event names the head", async () => {
    await ledger.owner.query(`drop trigger append_only on ledger.event;
      delete from ledger.event where position = (select max(position) from ledger.event)`);
    expect((await exported()).finding).toMatchObject({ where: "ledger.head" });
  });

  test("an import into a database that is not empty is refused", async () => {
    const { text } = await exported();
    await expect(importLog(ledger.owner, linesOf(text))).rejects.toThrow(ImportRefused);
  });

  const damages: [string, (lines: string[]) => string[], RegExp][] = [
    [
      "a changed byte",
      (lines) => lines.with(6, (lines[6] ?? "").replace('"version":1', '"version":2')),
      /line 7 is damaged/,
    ],
    [
      "a number written in another way",
      (lines) => lines.with(2, (lines[2] ?? "").replace(":500", ":500.0")),
      /line \d+ is damaged/,
    ],
    ["a missing line", (lines) => lines.toSpliced(8, 1), /line 9 is damaged/],
    [
      "two lines swapped",
      (lines) => lines.with(3, lines[4] ?? "").with(4, lines[3] ?? ""),
      /line 4 is damaged/,
    ],
    [
      "a line cut short",
      (lines) => lines.with(-1, (lines.at(-1) ?? "").slice(0, -20)),
      /line \d+ is not an event/,
    ],
    [
      "an additional key",
      (lines) => lines.with(2, (lines[2] ?? "").replace("{", '{"x":1,')),
      /line 3 is not an event/,
    ],
    ["no lines", () => [], /has no events/],
  ];

  test.each(damages)(
    "an import of a file with %s is refused and leaves nothing behind",
    async (_, damage, message) => {
      const { text } = await exported();
      const empty = await createTestDatabase();
      const other = await connect(empty.ownerUrl);
      const before = await dump(other);
      const lines = damage(text.trimEnd().split("\n"));
      await expect(importLog(other, linesOf(lines.join("\n")))).rejects.toThrow(message);
      expect(await dump(other)).toEqual(before);
      const { rows } = await other.query(`select (select count(*) from ledger.event) as events, position,
      nextval('shop.topup_number') as next from ledger.head`);
      expect(rows).toEqual([{ events: 0, position: 0, next: 10_001 }]);
      await other.end();
      await empty.drop();
    },
  );
});

test("jsonbText gives the text that Postgres gives", async () => {
  const leaf = fc.oneof(fc.string({ unit: "binary" }), fc.maxSafeInteger(), fc.boolean(), fc.constant(null));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      leaf,
      fc.array(tie("value")),
      fc.dictionary(fc.stringMatching(/^[a-z_]{1,9}$/), tie("value")),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(value, async (given) => {
      const json = JSON.stringify(given);
      fc.pre(!json.includes("\\u0000"));
      const { rows } = await ledger.owner.query<{ text: string }>("select ($1::jsonb)::text as text", [json]);
      expect(jsonbText(JSON.parse(rows[0]?.text ?? ""))).toBe(rows[0]?.text);
    }),
    { numRuns: 200 },
  );
});

/** Every row of every projection, as PostgreSQL's text. */
async function dump(client: pg.Client): Promise<Record<string, unknown[]>> {
  const dumps: Record<string, unknown[]> = {};
  for (const table of tables) {
    dumps[table] = (await client.query(`select t::text from ledger."${table}" t order by t::text`)).rows;
  }
  dumps["head"] = (
    await client.query("select position, orders_placed, recorded_at, hash from ledger.head")
  ).rows;
  return dumps;
}

async function exported() {
  let text = "";
  const report = await exportLog(ledger.owner, async (lines) => void (text += lines));
  return { ...report, text };
}

async function* linesOf(text: string): AsyncGenerator<string> {
  for (const line of text.split("\n")) if (line !== "") yield line;
}

/** Rejected commands are not in the log. */
function derived(table: string): string {
  return table === "command" ? "events > 0" : "true";
}
