/** The log cannot be rewritten. If a superuser does it anyway, verify finds it and names the place. */
import { connect, createTestDatabase, type TestDatabase } from "#tools/testing/database.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { DatabaseClient } from "../connect/database-client.ts";
import type { Finding } from "../verify/replay/finding.ts";
import { forgeChain } from "./testing/forge-chain.ts";
import { tellStory } from "./testing/story.ts";
import { verify } from "../verify/verify.ts";
import { Writer } from "./writer.ts";

let database: TestDatabase;
let owner: DatabaseClient;
let last: number;

beforeAll(async () => {
  database = await createTestDatabase();
  const writer = new Writer({ url: database.apiUrl });
  await tellStory(writer);
  await writer.close();
  owner = await connect(database.ownerUrl);
  const { rows } = await owner.query<{ position: number }>("select position from ledger.head");
  last = rows[0]?.position ?? 0;
});

afterAll(async () => {
  await owner.end();
  await database.drop();
});

describe("append only", () => {
  const rewrites = [
    "update ledger.event set amount = amount where position = 1",
    "delete from ledger.event where position = 1",
    "truncate ledger.event",
    "truncate ledger.event cascade",
    "merge into ledger.event using (select 1) as one on position = 1 when matched then delete",
  ];

  test.each(rewrites)("%s is refused for the API's role and the owner", async (rewrite) => {
    const api = await connect(database.apiUrl);
    await expect(api.query(rewrite)).rejects.toMatchObject({ code: "42501" });
    await expect(owner.query(rewrite)).rejects.toThrow("the ledger is append-only");
    await api.end();
  });

  test.each(rewrites)("%s is refused even if replication mode switches triggers off", async (rewrite) => {
    await owner.query("set session_replication_role = replica");
    await expect(owner.query(rewrite)).rejects.toThrow("the ledger is append-only");
    await owner.query("reset session_replication_role");
  });

  test("the API's role cannot drop the trigger or delete from a projection", async () => {
    const api = await connect(database.apiUrl);
    for (const attempt of [
      "drop trigger append_only on ledger.event",
      "alter table ledger.event disable trigger append_only",
      "delete from ledger.wallet",
      "delete from ledger.command",
      "update ledger.command set events = 1",
      "insert into ledger.head values (true, 0, 0, now(), '')",
    ]) {
      await expect(api.query(attempt)).rejects.toMatchObject({ code: "42501" });
    }
    await api.end();
  });
});

test("the API's role can verify too", async () => {
  const api = await connect(database.apiUrl);
  expect(await verify(api)).toMatchObject({ findings: [], head: { position: last } });
  await api.end();
});

test("verify leaves nothing behind and can run again on the same connection", async () => {
  expect((await verify(owner)).findings).toEqual([]);
  expect((await verify(owner)).findings).toEqual([]);
  const { rows } = await owner.query("select relname from pg_class where relnamespace = pg_my_temp_schema()");
  expect(rows).toEqual([]);
});

test.each([1, 3, 7])(
  "verify finds the same whole with hardly any rows in memory, %i events at a time",
  async (n) => {
    const bounds = { batch_rows: n, window_events: 2 * n, windows_summed: 2, rows_kept_max: 2 };
    expect((await verify(owner, { bounds })).findings).toEqual([]);
  },
);

describe("with triggers and constraints dropped by a superuser", () => {
  const tables = [
    "event",
    "head",
    "command",
    "house_account",
    "wallet",
    "account",
    "order",
    "topup",
    "product",
  ];
  tables.push("settings", "approval", "reversal", "sales_by_day", "daily_total", "act");

  beforeAll(async () => {
    await owner.query(
      "drop trigger append_only on ledger.event; drop trigger note_act on ledger.event; create schema saved",
    );
    const { rows } = await owner.query<{ drop: string }>(`
      select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop from pg_constraint
      where connamespace = 'ledger'::regnamespace and contype in ('c', 'u')`);
    for (const { drop } of rows) await owner.query(drop);
    for (const table of tables) {
      await owner.query(`create table saved."${table}" as select * from ledger."${table}"`);
    }
  });

  const restored = (table: string) =>
    `delete from ledger."${table}"; insert into ledger."${table}" select * from saved."${table}"`;

  afterEach(() => owner.query(tables.map(restored).join(";")));

  afterAll(async () => {
    // Otherwise findings could come from an earlier test.
    if ((await firstFinding()) !== undefined) throw new Error("the log was not restored");
  });

  const flip = (column: string) => `set_byte(${column}, 3, get_byte(${column}, 3) # 1)`;
  const changes: [string, string][] = [
    ["amount", "coalesce(amount, 0) + 1"],
    ["balance_after", "coalesce(balance_after, 0) + 1"],
    ["recorded_at", "recorded_at + interval '1 microsecond'"],
    ["command_id", "gen_random_uuid()"],
    ["wallet", "gen_random_uuid()"],
    ["version", "version + 1"],
    ["fingerprint", flip("fingerprint")],
    ["hash", flip("hash")],
    ["stream", "stream || 'x'"],
    ["type", "type || 'x'"],
    ["actor", "actor || 'x'"],
    ["counterparty", "case counterparty when 'sales' then 'momo' else 'sales' end"],
    ["data", `data || '{"x": 1}'`],
    ["position", "position + 100000"],
    ["data", `data || '{"x": 1e400}'`],
    ["recorded_at", "'infinity'"],
    ["amount", "9007199254740993"],
  ];

  describe.each(["first", "middle", "last"])("the %s event", (which) => {
    test.each(changes)("verify finds its %s changed to %s", async (column, value) => {
      const position = { first: 1, middle: Math.floor(last / 2), last }[which];
      await owner.query(`update ledger.event set ${column} = ${value} where position = $1`, [position]);
      expect(await firstFinding()).toMatchObject({ where: `position ${position}` });
    });

    test("verify finds that it was deleted", async () => {
      const position = { first: 1, middle: Math.floor(last / 2), last }[which];
      await owner.query("delete from ledger.event where position = $1", [position]);
      const where = which === "last" ? "ledger.head" : `position ${position}`;
      expect(await firstPlace()).toEqual({ where, what: "position" });
    });
  });

  test("verify finds a number in another notation, which JSON.parse would not notice", async () => {
    await owner.query(
      `update ledger.event set data = jsonb_set(data, '{amount}', '500.0') where position =
         (select min(position) from ledger.event where type = 'order_placed')`,
    );
    expect((await firstFinding())?.differences).toEqual([
      {
        what: "data",
        expected: expect.stringContaining(`"amount": 500,`),
        found: expect.stringContaining("500.0"),
      },
    ]);
  });

  test("verify finds two swapped events", async () => {
    await owner.query("update ledger.event set position = -1 where position = 9");
    await owner.query("update ledger.event set position = 9 where position = 11");
    await owner.query("update ledger.event set position = 11 where position = -1");
    expect(await firstPlace()).toEqual({ where: "position 9", what: "hash" });
  });

  test("verify finds an event at a negative position", async () => {
    await owner.query("update ledger.event set position = -1 where position = 9");
    expect(await firstFinding()).toMatchObject({ where: "position 1", differences: [{ found: "-1" }] });
  });

  test("verify finds an event inserted in the middle", async () => {
    await owner.query("update ledger.event set position = -position where position >= 9");
    await owner.query("update ledger.event set position = 1 - position where position < 0");
    await owner.query(`insert into ledger.event select (jsonb_populate_record(e, '{"position": 9}')).*
      from ledger.event e where position = 8`);
    expect(await firstFinding()).toMatchObject({ where: "position 9" });
  });

  test("verify finds an event appended with a valid hash, because the head differs", async () => {
    const wallet = "00000000-0000-4000-8000-000000000009";
    await owner.query(
      `insert into ledger.event select (jsonb_populate_record(e, $1)).* from ledger.event e where type = 'wallet_opened' limit 1`,
      [{ position: last + 1, stream: `wallet/${wallet}`, recorded_at: "2099-01-01T00:00:00Z" }],
    );
    await forgeChain(owner);
    await owner.query("update ledger.head h set hash = s.hash from saved.head s");
    expect(await firstPlace()).toEqual({ where: "ledger.head", what: "position" });
  });

  test("verify finds a changed amount by the balance, even if all later hashes and the head are forged", async () => {
    const { rows } = await owner.query<{ position: number; balance_after: number }>(
      "update ledger.event set amount = amount + 7 where position = (select max(position) from ledger.event where amount < 0 and wallet is not null) returning position, balance_after",
    );
    await forgeChain(owner);
    const found = String(rows[0]?.balance_after);
    expect(await firstFinding()).toEqual({
      where: `position ${rows[0]?.position}`,
      differences: [{ what: "balance_after", expected: String(Number(found) + 7), found }],
    });
  });

  test("verify finds a time that runs backwards, even if all later hashes are forged", async () => {
    await owner.query(
      "update ledger.event set recorded_at = recorded_at - interval '1 day' where position = 20",
    );
    await forgeChain(owner);
    expect(await firstFinding()).toMatchObject({
      where: "position 20",
      differences: [{ what: "recorded_at" }],
    });
  });

  test.each(["position", "orders_placed", "recorded_at", "hash"])(
    "verify finds the head's %s changed",
    async (column) => {
      const { type } = (await columnsOf("head")).find(({ name }) => name === column) ?? { type: "" };
      await owner.query(`update ledger.head set ${column} = ${other(column, type)}`);
      expect(await verify(owner)).toMatchObject({
        findings: [{ where: "ledger.head", differences: [{ what: column }] }],
      });
    },
  );

  describe.each(tables.filter((table) => table !== "event" && table !== "head"))("ledger.%s", (table) => {
    test("verify finds a change of any column of a row", async () => {
      const columns = await columnsOf(table);
      const change = async (changed: typeof columns) => {
        const values = changed.map(({ name, type }) => `"${name}" = ${other(name, type)}`);
        await owner.query(
          `update ledger."${table}" set ${values.join()}
           where ctid = (select ctid from ledger."${table}" where ${known(table)} limit 1)`,
        );
        const named = (await namedIn(table)).flatMap((differences) => differences.map(({ what }) => what));
        await owner.query(restored(table));
        return named.sort();
      };
      const rest = columns.filter(({ isKey }) => !isKey);
      expect(await change(rest)).toEqual(rest.map(({ name }) => name).sort());
      for (const key of columns.filter(({ isKey }) => isKey))
        expect([key.name, await change([key])]).toEqual([key.name, ["row", "row"]]);
    });

    test("verify finds a missing row", async () => {
      await owner.query(
        `delete from ledger."${table}" where ctid = (select ctid from ledger."${table}" where ${known(table)} limit 1)`,
      );
      expect(await namedIn(table)).toEqual([
        [{ what: "row", expected: expect.stringContaining("{"), found: "none" }],
      ]);
    });

    test("verify finds a surplus row", async () => {
      const columns = await columnsOf(table);
      const values = columns.map(({ name, type, isKey }) => (isKey ? other(name, type) : `"${name}"`));
      const one = `select * from ledger."${table}" where ${known(table)} limit 1`;
      const list = columns.map(({ name }) => `"${name}"`);
      await owner.query(
        `insert into ledger."${table}" (${list.join()}) select ${values.join()} from (${one}) as one`,
      );
      expect(await namedIn(table)).toEqual([
        [{ what: "row", expected: "none", found: expect.stringContaining("{") }],
      ]);
    });
  });
});

async function firstFinding(): Promise<Finding | undefined> {
  return (await verify(owner)).findings[0];
}

async function namedIn(table: string): Promise<Finding["differences"][]> {
  const { findings } = await verify(owner);
  return findings.flatMap(({ where, differences }) =>
    where.startsWith(`ledger.${table} `) ? [differences] : [],
  );
}

/** The first broken place, and the first difference there. */
async function firstPlace(): Promise<{ where: string | undefined; what: string | undefined }> {
  const finding = await firstFinding();
  return { where: finding?.where, what: finding?.differences[0]?.what };
}

/** Refusals in ledger.command do not follow from the log. */
function known(table: string): string {
  return table === "command" ? "events > 0" : "true";
}

async function columnsOf(table: string): Promise<{ name: string; type: string; isKey: boolean }[]> {
  const { rows } = await owner.query<{ name: string; type: string; isKey: boolean }>(
    `select attname as name, format_type(atttypid, null) as type, coalesce(attnum = any (conkey), false) as "isKey"
     from pg_attribute left join pg_constraint on conrelid = attrelid and contype = 'p'
     where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [`ledger."${table}"`],
  );
  return rows;
}

/** An SQL expression for a value that differs as little as possible from the column's. */
function other(name: string, type: string): string {
  const column = `"${name}"`;
  switch (type) {
    case "bigint":
    case "integer":
      return `coalesce(${column}, 0) + 1000`;
    case "text":
      return `coalesce(${column}, '') || 'x'`;
    case "boolean":
      return `not ${column}`;
    case "uuid":
      return "gen_random_uuid()";
    case "date":
      return `${column} + 1`;
    case "timestamp with time zone":
      return `coalesce(${column}, now()) + interval '1 microsecond'`;
    case "bytea":
      return `set_byte(${column}, 3, get_byte(${column}, 3) # 1)`;
    case "jsonb":
      if (name === "templates") return `${column} || '{"order_placed": "other"}'`;
      if (
        ["supplier_layouts", "package_routes", "fulfilment_rules", "shop_rules", "withdrawal_rules"].includes(
          name,
        )
      )
        return `${column} || '{"WAEC": {}}'`;
      if (name === "price_rule") return `${column} || '{"step": 1}'`;
      // The same number in another notation; if there is none, something instead of nothing.
      if (name === "request") return `jsonb_set(${column}, '{amount}', '2000.0')`;
      return `coalesce(jsonb_set(${column}, '{0,customer}', '500.0'), '{}')`;
    default:
      throw new Error(`no other value for a ${type}`);
  }
}
