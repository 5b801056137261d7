/** Messages are found by index, however old they are, and deleted when they are no longer needed. */
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectionConfig, createPool } from "#ledger/connect/connect.ts";
import { openReads, type Database } from "#ledger/tables/open-reads.ts";
import { dayOf } from "#contract/terms/dates.ts";
import { createTestDatabase, type TestDatabase } from "#tools/testing/database.ts";
import { recordStatements } from "#tools/testing/record-statements.ts";
import { listMessages, type MessageFilter, totalMessages } from "./message-list.ts";
import { purge, resend, smsOutbox } from "./outbox.ts";
import { storeMessages } from "./store-messages.ts";

let database: TestDatabase;
let owner: pg.Client;
let pool: pg.Pool;
let db: Database;

const rows = 20_000;
const page = { limit: 11 };

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client(connectionConfig(database.ownerUrl, "test"));
  await owner.connect();
  await owner.query(
    `insert into shop.message (event_position, kind, channel, recipient, text, segments, state, created_at, fresh_at)
     select n, case when n % 3 = 0 then 'order_completed' else 'order_placed' end, 'sms', '024' || lpad(n::text, 7, '0'),
       'Order ' || 10000000 + n || ': MTNup2u 1 GB for 020' || lpad((n * 7919 % 10000000)::text, 7, '0') || '.', 1,
       case when n % 100 = 0 then 'refused' else 'sent' end, now() - (${rows} - n) * interval '3 minutes',
       now() - (${rows} - n) * interval '3 minutes'
     from generate_series(1, ${rows}) n`,
  );
  await owner.query("insert into shop.message_search select id, recipient || ' ' || text from shop.message");
  // Analyzes every row, also in an autovacuum, so that no plan depends on a sample.
  const { rows: at } = await owner.query<{ name: string }>("select current_database() as name");
  await owner.query(`alter database ${at[0]!.name} set default_statistics_target = 1000`);
  await owner.query("set default_statistics_target = 1000; analyze");
  pool = createPool(database.apiUrl, 2);
  db = openReads(pool);
});
afterAll(async () => {
  await pool.end();
  await owner.end();
  await database.drop();
});

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  Plans?: PlanNode[];
}

/** Each node of the plans of the queries. */
async function planned(read: () => Promise<unknown>): Promise<PlanNode[]> {
  const asked = await recordStatements(read);
  const nodes: PlanNode[] = [];
  const walk = (node: PlanNode) => {
    nodes.push(node);
    node.Plans?.forEach(walk);
  };
  // Other shops of this process read other tables meanwhile.
  for (const { text, values } of asked.filter((query) => /\bshop\.message\b/.test(query.text))) {
    const { rows: plans } = await owner.query<{ "QUERY PLAN": { Plan: PlanNode }[] }>(
      `explain (format json) ${text}`,
      values,
    );
    for (const { Plan } of plans[0]?.["QUERY PLAN"] ?? []) walk(Plan);
  }
  return nodes;
}

test.each<[string, MessageFilter, string]>([
  ["the first one by its reference", { search: "10000001" }, "message_search_words"],
  ["an old one by its receiver", { search: "+233 24 000 0777" }, "message_search_words"],
  ["an old one by its words", { search: "ORDER 10000778: mtnup2u" }, "message_search_words"],
  ["an old one of a common state", { search: "0240000901", state: "sent" }, "message_search_words"],
  ["an old one of a rare state", { search: "0240000900", state: "refused" }, "message_state"],
  ["those of a state", { state: "refused" }, "message_state"],
  ["all", {}, "message_pkey"],
  ["those of an old day", { to: dayOf(daysAgo(35)) }, "message_pkey"],
])("%s uses an index", async (_, filter, index) => {
  const nodes = await planned(() => listMessages(db, filter, page));
  const whole = nodes.filter((node) => node["Node Type"] === "Seq Scan").map((node) => node["Relation Name"]);
  // The log is empty here, so that lookup needs no index.
  expect(whole.filter((name) => name !== "event")).toEqual([]);
  expect(nodes.map((node) => node["Index Name"])).toContain(index);
});

test("a search finds all matching messages, newest first, in pages, with the count", async () => {
  const found = async (filter: MessageFilter, cursor?: number) =>
    (await listMessages(db, filter, { ...page, cursor })).map(({ recipient }) => recipient);
  expect(await found({ search: "10000001" })).toEqual(["0240000001"]);
  expect(await found({ search: "+233 24 000 0777" })).toEqual(["0240000777"]);
  expect(await found({ search: "0240000900", state: "refused" })).toEqual(["0240000900"]);
  expect(await found({ search: "0240000900", state: "sent" })).toEqual([]);
  expect(await totalMessages(db, { search: "10000001" })).toEqual({ count: 1, isExact: true });
  expect(await totalMessages(db, { search: "order 1" })).toEqual({ count: 1000, isExact: false });
  // One of 100 numbers ends like this: some are among the newest thousand, the others are found by index.
  const all = [];
  let cursor: number | undefined;
  for (;;) {
    const items = await listMessages(db, { search: "00055" }, { ...page, cursor });
    all.push(...items.map(({ _id }) => Number(_id)));
    cursor = all.at(-1);
    if (items.length < page.limit) break;
  }
  const { rows: expected } = await owner.query<{ id: number }>(
    "select id from shop.message where recipient || ' ' || text like '%00055%' order by id desc",
  );
  expect(expected.length).toBeGreaterThan(30);
  expect(all).toEqual(expected.map(({ id }) => id));
});

test("days limit the list and its count to the messages of these days, also if they are numbered in another order", async () => {
  const { rows: first } = await owner.query<{ id: number }>(
    `update shop.message set created_at = created_at - interval '20 hours' where id = 16667 returning id`,
  );
  const [from, to] = [dayOf(daysAgo(8)), dayOf(daysAgo(7))];
  const { rows: expected } = await owner.query<{ id: number }>(
    `select id from shop.message where (created_at at time zone 'UTC')::date between $1 and $2 order by id desc`,
    [from, to],
  );
  expect(first).toEqual([{ id: 16_667 }]);
  expect(expected.some(({ id }) => id === 16_667)).toBe(true);
  const listed = await listMessages(db, { from, to }, { limit: 5000 });
  expect(listed.map(({ _id }) => Number(_id))).toEqual(expected.map(({ id }) => id));
  expect(await totalMessages(db, { from, to, state: "refused" })).toEqual({
    count: expected.filter(({ id }) => id % 100 === 0).length,
    isExact: true,
  });
  expect(await listMessages(db, { from: dayOf(daysAgo(-1)) }, page)).toEqual([]);
});

test("a stored message is found, also by a number that it gets later", async () => {
  const about = { event_position: null, kind: "test", channel: "sms" as const, user_id: null };
  const sms = { ...about, recipient: "", sealed: null, segments: 1 };
  const at = new Date().toISOString();
  const [id = 0] = await storeMessages(pool, [{ ...sms, text: "Hello quokka", at }], { hasGateway: true });
  const found = async (search: string) =>
    (await listMessages(db, { search }, page)).map(({ _id }) => Number(_id));
  expect(await found("QUOKKA")).toEqual([id]);
  expect(await found("0555666777")).toEqual([]);
  expect(await resend(pool, smsOutbox, id, { recipient: "0555666777" })).toBe(true);
  expect(await found("0555666777")).toEqual([id]);
});

test("expired messages and their search entries are deleted, oldest first and in portions", async () => {
  const day_ms = 24 * 60 * 60_000;
  const counts = async () => {
    const { rows: counted } = await owner.query<Record<"old" | "waiting" | "searched" | "all", number>>(
      `select count(*) filter (where fresh_at < now() - interval '40 days')::integer as old,
         count(*) filter (where state = 'waiting')::integer as waiting,
         count(*)::integer as all, (select count(*) from shop.message_search)::integer as searched from shop.message`,
    );
    return counted[0]!;
  };
  // No other message expires during this test; one would every three minutes.
  await owner.query(
    "delete from shop.message where fresh_at between now() - interval '40 days' and now() - interval '39 days 23 hours'",
  );
  const before = await counts();
  expect(before.old).toBeGreaterThan(500);
  // The oldest message is waiting because an admin resent it, so it stays.
  await owner.query(
    "update shop.message set state = 'waiting' where id = (select min(id) from shop.message)",
  );
  await purge(pool, "shop.message", 40 * day_ms);
  expect(await counts()).toEqual({
    old: before.old - 500,
    all: before.all - 500,
    searched: before.searched - 500,
    waiting: before.waiting + 1,
  });
  for (let n = 0; n < Math.ceil(before.old / 500); n++) await purge(pool, "shop.message", 40 * day_ms);
  expect((await counts()).old).toBe(1);
  expect((await counts()).all).toBe(before.all - before.old + 1);
});
