/** Every statement that a purchase, a page or a follower waits for finds its rows by index in a shop of real size. */
import { createTestDatabase, type TestDatabase } from "#tools/testing/database.ts";
import { explained, type PlanMode, seqScans } from "#tools/testing/plans.ts";
import { recordStatements, type Statement } from "#tools/testing/record-statements.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectionConfig, createPool } from "../connect/connect.ts";
import { listApprovals } from "../approvals/reads.ts";
import { countCleared, listActs, totalActs } from "../books/audit-acts.ts";
import { listAuditMovements, totalAuditMovements } from "../books/audit-movements.ts";
import { lastMovement, readThread } from "../books/audit-threads.ts";
import { commandById } from "../log/commands.ts";
import { eventsAfter } from "../log/read-events.ts";
import { readClosing } from "../reports/closing.ts";
import {
  completedBefore,
  networksOfDay,
  oldestPendingOrder,
  topupsPendingSince,
} from "../reports/dashboard.ts";
import { type Database, openReads } from "./open-reads.ts";
import { oddAttempts, openCounts } from "../suppliers/attempt-reads.ts";
import { listDoneAlone } from "../approvals/done-alone.ts";
import { lastActors } from "../orders/last-actors.ts";
import { listOrders, totalOrders } from "../orders/list.ts";
import { twinsOf } from "../orders/twins.ts";
import { countOrders, ordersById, ordersChangedSince } from "../orders/reads.ts";
import { readApprovedTopups, topupsByMomoId } from "../topups/paid-topups.ts";
import { openPayments, payments } from "../payments/reads.ts";
import { hasPaidTo, onTheirWay, waitingWithdrawals, withdrawals, withdrawnBy } from "../withdrawals/reads.ts";
import { listMonths, readMonth } from "../books/statement-months.ts";
import { countMovements, listMovements, orderSteps, totalMovements } from "../books/statement.ts";
import { readSold } from "../reports/sold.ts";
import { listTopups } from "../topups/list.ts";
import {
  countTopups,
  momoDuplicates,
  topupIds,
  topupsById,
  topupsChangedSince,
  topupSteps,
} from "../topups/reads.ts";
import { bestBuyers, sumDays, sumNetworks, sumPeriods, walletFunds } from "../reports/statistics.ts";
import { countUsers, listUsers, usersById } from "../users/reads.ts";
import { accepted, command, openShop, orderOf, purchaseBy } from "../log/testing/shop.ts";
import { Writer } from "../log/writer.ts";

let database: TestDatabase;
let owner: pg.Client;
let pool: pg.Pool;
let db: Database;

const user = "00000000-0000-4000-8000-000000000001";
const admin = "00000000-0000-4000-8000-00000000000a";
const page = { limit: 51 };
const january = { from: "2026-01-01", to: "2026-01-31" };
const cursor = { registered_at: "2026-01-05T00:00:00.000000Z", id: user };
/** Tables with one or a few rows, which are read in full. */
const small = new Set([
  "state",
  "head",
  "house_account",
  "product",
  "settings",
  "daily_total",
  "days_counted",
  "blocks_counted",
  "sales_counted",
  "costs_counted",
  "account_day",
  "supplier_day",
  "topup_day",
]);

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client(connectionConfig(database.ownerUrl, "test"));
  await owner.connect();
  await fillTables(owner);
  pool = createPool(database.apiUrl, 1);
  db = openReads(pool);
});

afterAll(async () => {
  await pool.end();
  await owner.end();
  await database.drop();
});

describe("reads", () => {
  const reads: [string, string, () => Promise<unknown>][] = [
    ["a user's orders", "order_user", () => listOrders(db, { user }, page)],
    [
      "a user's orders, further back",
      "order_user",
      () => listOrders(db, { user }, { ...page, cursor: 50_000 }),
    ],
    ["all orders", "order_status", () => listOrders(db, {}, page)],
    ["all orders, oldest first", "order_status", () => listOrders(db, { order: "oldest" }, page)],
    ["pending orders", "order_status", () => listOrders(db, { status: "pending" }, page)],
    [
      "orders of some days",
      "order_status",
      () => listOrders(db, { from: "2026-01-02", to: "2026-01-03" }, page),
    ],
    ["orders found by a number", "order_search_receiver", () => listOrders(db, { search: "0249999" }, page)],
    ["how many a number finds", "order_search_receiver", () => totalOrders(db, { search: "0249999" })],
    ["orders found by a name", "user_text", () => listOrders(db, { search: "person1999" }, page)],
    ["orders found by an offer", "order_search_sold", () => listOrders(db, { search: "telecel 1" }, page)],
    [
      "rejected orders found by an offer",
      "order_rejected",
      () => listOrders(db, { search: "telecel 1", status: "rejected" }, page),
    ],
    [
      "how many rejected orders an offer finds",
      "order_rejected",
      () => totalOrders(db, { search: "telecel 1", status: "rejected" }),
    ],
    ["orders of a network", "order_search_sold", () => listOrders(db, { network: "Telecel" }, page)],
    ["orders found by a reference", "order_pkey", () => listOrders(db, { search: "10005000" }, page)],
    [
      "a user's orders found by a number",
      "order_user",
      () => listOrders(db, { user, search: "0249999" }, page),
    ],
    ["a command under its key", "command_pkey", () => commandById(db, user)],
    ["orders by id", "order_pkey", () => ordersById(db, [5, 6])],
    ["what an admin's page missed", "event_pkey", () => eventsAfter(db, 99_000, 100)],
    [
      "what changed in a user's orders lately",
      "order_position",
      () => ordersChangedSince(db, user, 299_000, 100),
    ],
    ["what changed in a user's orders", "order_user", () => ordersChangedSince(db, user, 100, 100)],
    ["a user's counts of orders", "sales_by_day_pkey", () => countOrders(db, user)],
    ["a user's requests", "topup_user", () => listTopups(db, { user }, page)],
    ["all requests", "topup_status", () => listTopups(db, {}, page)],
    ["pending requests", "topup_status", () => listTopups(db, { status: "pending" }, page)],
    [
      "requests of some days",
      "topup_created",
      () => listTopups(db, { from: "2026-01-02", to: "2026-01-02" }, page),
    ],
    ["requests found by a MoMo id", "topup_momo", () => listTopups(db, { search: "momo 4999" }, page)],
    ["requests found by a reference", "topup_pkey", () => listTopups(db, { search: "T-4999" }, page)],
    ["requests found by a name", "user_text", () => listTopups(db, { search: "person1999" }, page)],
    ["requests, further back", "topup_status", () => listTopups(db, {}, { ...page, cursor: 9000 })],
    [
      "a user's requests, further back",
      "topup_user",
      () => listTopups(db, { user }, { ...page, cursor: 9000 }),
    ],
    [
      "requests to remove",
      "topup_status",
      () => topupIds(db, { status: "pending", after: 9000, upTo: 200_000, limit: 500 }),
    ],
    ["requests by id", "topup_pkey", () => topupsById(db, [5, 6])],
    ["what changed in a user's requests", "topup_user", () => topupsChangedSince(db, user, 100, 100)],
    ["requests with one MoMo transaction", "topup_momo_same", () => momoDuplicates(db)],
    ["requests that name some MoMo ids", "topup_momo_same", () => topupsByMomoId(db, ["momo 5", "momo 500"])],
    [
      "the top-ups that some days approved",
      "act_type",
      () => readApprovedTopups(db, { from: "2026-01-02", to: "2026-01-03" }, { limit: 1000 }),
    ],
    [
      "what admins did alone in some days",
      "alone_day_pkey",
      () => listDoneAlone(db, { from: "2026-01-02", to: "2026-01-03" }),
    ],
    ["the count of a user's requests", "topup_user", () => countTopups(db, { user })],
    ["a wallet's movements", "event_wallet", () => listMovements(db, { user }, page)],
    [
      "a wallet's movements, further back",
      "event_wallet",
      () => listMovements(db, { user }, { ...page, cursor: 50_000 }),
    ],
    [
      "a wallet's movements of some days",
      "event_wallet",
      () => listMovements(db, { user, from: "2026-01-02", to: "2026-01-03" }, page),
    ],
    [
      "how many movements a wallet has of some days",
      "event_wallet",
      () => totalMovements(db, { user, from: "2026-01-02", to: "2026-01-03" }),
    ],
    [
      "a wallet's movements by a number",
      "event_wallet",
      () => listMovements(db, { user, search: "0249" }, page),
    ],
    ["how many purchases a search finds", "order_user", () => totalMovements(db, { user, search: "0249" })],
    [
      "how many other movements a search finds",
      "act_wallet",
      () => totalMovements(db, { user, search: "short" }),
    ],
    ["a wallet's months", "act_wallet", () => listMonths(db, user, { month: "2026-01", months: 24 })],
    [
      "the purchases of a wallet's months",
      "sales_by_day_pkey",
      () => listMonths(db, user, { month: "2026-01", months: 24 }),
    ],
    [
      "a month of a wallet",
      "act_wallet",
      () => readMonth(db, user, { month: "2026-01", today: "2026-02-01" }),
    ],
    [
      "a month of a wallet by network",
      "order_user",
      () => readMonth(db, user, { month: "2026-01", today: "2026-02-01" }),
    ],
    ["the count of a wallet's movements", "event_wallet", () => countMovements(db, user)],
    ["orders placed twice", "order_search_same", () => twinsOf(db, [{ id: 5 }, { id: 50_000 }])],
    ["who took the last steps", "event_pkey", () => lastActors(db, [{ status: "completed", position: 5 }])],
    ["a request's history", "event_stream_version_key", () => topupSteps(db, 5)],
    ["the corrections in a request's history", "act_corrects", () => topupSteps(db, 5)],
    ["an order's history", "event_stream_version_key", () => orderSteps(db, 5)],
    ["every movement", "event_pkey", () => listAuditMovements(db, {}, page)],
    [
      "every movement, further back",
      "event_pkey",
      () => listAuditMovements(db, {}, { ...page, cursor: 50_000 }),
    ],
    ["how many movements there are", "act_unrefunded", () => totalAuditMovements(db, {})],
    ["a wallet's movements for the audit", "event_wallet", () => listAuditMovements(db, { user }, page)],
    ["refunds", "act_type", () => listAuditMovements(db, { kind: "refund" }, page)],
    ["how many refunds", "act_type", () => totalAuditMovements(db, { kind: "refund" })],
    ["what an admin moved", "act_type_actor", () => listAuditMovements(db, { actor: admin }, page)],
    [
      "what an admin asked for and another one approved",
      "act_requested",
      () => listAuditMovements(db, { actor: admin, kind: "correction" }, page),
    ],
    [
      "what an admin caused, by a reason",
      "act_requested",
      () => listAuditMovements(db, { actor: admin, search: "seldom" }, page),
    ],
    [
      "a wallet's purchases between two positions",
      "event_wallet",
      () => listAuditMovements(db, { user, kind: "purchase", after: 40_000, before: 60_000 }, page),
    ],
    ["movements of an amount", "amount_pkey", () => listAuditMovements(db, { amount_min: 90_000 }, page)],
    ["how many of an amount", "amount_pkey", () => totalAuditMovements(db, { amount_min: 90_000 })],
    ["movements by a reason", "act_reason", () => listAuditMovements(db, { search: "seldom" }, page)],
    [
      "movements by a reference",
      "event_stream_version_key",
      () => listAuditMovements(db, { search: "10000005" }, page),
    ],
    [
      "movements of a day",
      "event_pkey",
      () => listAuditMovements(db, { from: "2026-01-02", to: "2026-01-02" }, page),
    ],
    ["a thread", "act_corrects", () => readThread(db, 50)],
    ["a purchase's thread, back to its top-up", "topup_credited", () => readThread(db, 20_002)],
    ["a top-up's thread, on to its purchases", "event_wallet", () => readThread(db, 40_000)],
    ["a wallet at a moment", "event_wallet", () => lastMovement(db, user, 50_000)],
    ["acts", "act_type", () => listActs(db, {}, page)],
    ["an admin's acts", "act_type_actor", () => listActs(db, { actor: admin }, page)],
    [
      "what an admin has completed",
      "act_type_actor",
      () => listActs(db, { actor: admin, kind: "completed order" }, page),
    ],
    ["what was completed", "act_pkey", () => listActs(db, { kind: "completed order" }, page)],
    ["acts about a user", "event_stream_version_key", () => listActs(db, { user }, page)],
    [
      "an admin's acts of one kind",
      "act_type_actor",
      () => listActs(db, { actor: admin, kind: "notice" }, page),
    ],
    ["removals of a user's orders", "order_removed", () => listActs(db, { user }, page)],
    ["what became of a user's requests", "topup_user", () => listActs(db, { user }, page)],
    ["what a removal of all removed", "act_clearing", () => listActs(db, { clearing: 50_000 }, page)],
    ["how many it removed", "act_clearing", () => countCleared(db, 50_000)],
    ["how many acts there are", "act_type", () => totalActs(db, {})],
    ["how many acts of an admin", "act_type_actor", () => totalActs(db, { actor: admin })],
    ["how many acts about a user", "event_stream_version_key", () => totalActs(db, { user })],
    ["what other admins did last", "act_type_actor", () => listActs(db, { others: user }, page)],
    ["what each network sold on a day", "event_pkey", () => networksOfDay(db, "2026-01-05")],
    ["the order that has waited longest", "order_status", () => oldestPendingOrder(db)],
    ["top-ups that have waited long", "topup_status", () => topupsPendingSince(db, "2026-01-20T00:00:00Z")],
    [
      "what was completed by a moment of a day",
      "order_pkey",
      () => completedBefore(db, "2026-01-05T10:00:00Z"),
    ],
    [
      "users registered on some days",
      "account_registered",
      () => listUsers(db, { from: "2026-01-03", to: "2026-01-04" }, page),
    ],
    ["payments, newest first", "payment_received", () => payments(db, {}).read(page)],
    ["payments that wait", "payment_open", () => payments(db, { status: "open" }).read(page)],
    ["what waits of payments", "payment_open", () => openPayments(db)],
    ["withdrawals, newest first", "withdrawal_requested", () => withdrawals(db, {}).read(page)],
    ["a user's withdrawals", "withdrawal_user", () => withdrawals(db, { user }).read(page)],
    ["open withdrawals", "withdrawal_open", () => withdrawals(db, { status: "open" }).read(page)],
    ["how many withdrawals wait", "withdrawal_open", () => waitingWithdrawals(db)],
    ["withdrawals on their way", "withdrawal_open", () => onTheirWay(db)],
    ["what a user has withdrawn", "withdrawal_user", () => withdrawnBy(db, user)],
    ["whether a number was paid before", "withdrawal_user", () => hasPaidTo(db, user, "0244000000")],
    ["pending approvals", "approval_pending", () => listApprovals(db)],
    ["attempts without an answer", "fulfilment_open", () => oddAttempts(db, "2026-01-03T00:00:00Z")],
    [
      "attempts that are contradicted",
      "fulfilment_contradicted",
      () => oddAttempts(db, "2026-01-03T00:00:00Z"),
    ],
    ["how many are at suppliers", "fulfilment_open", () => openCounts(db)],
    ["the last decided approvals", "approval_decided", () => listApprovals(db)],
    ["a month's sums by network", "network_sales_pkey", () => sumNetworks(db, january)],
    ["a month's best buyers", "buyer_sales_best", () => bestBuyers(db, january.from, 10)],
    ["the closing of a month", "event_pkey", () => readClosing(db, january)],
    [
      "the closing of a month before a moment",
      "event_pkey",
      () => readClosing(db, { ...january, at: "2026-01-12T10:00:00Z" }),
    ],
    [
      "the closing of a month before the end of a day",
      "account_block_pkey",
      () => readClosing(db, { ...january, at: "2026-01-11T23:30:00Z" }),
    ],
    ["users by id", "account_pkey", () => usersById(db, [user])],
    ["users", "account_registered", () => listUsers(db, {}, page)],
    ["users, further back", "account_registered", () => listUsers(db, {}, { ...page, cursor })],
    ["users found by a name", "user_text", () => listUsers(db, { search: "person1999" }, page)],
    ["how many users a name finds", "user_text", () => countUsers(db, { search: "person1999" })],
  ];

  test.each(reads)("%s, by %s", async (_, index, read) => {
    const statements = await recorded(read);
    expect(await scansOf(statements, "custom")).toEqual([]);
    expect(JSON.stringify(await plansOf(statements, "custom"))).toContain(`"Index Name":"${index}"`);
  });
});

test("only tables with a row per day or user are read in full, never orders, top-ups or events", async () => {
  const statements = await recorded(async () => {
    await sumPeriods(db, [january]);
    await sumDays(db, january);
    await walletFunds(db);
    await countUsers(db, {});
  });
  expect(statements).toHaveLength(4);
  const scanned = (await scansOf(statements, "custom")).map((scan) => /^Seq Scan on (\w+)/.exec(scan)?.[1]);
  expect(scanned.filter((table) => !["account", "user"].includes(table ?? ""))).toEqual([]);
});

test.each([
  ["a month", january],
  ["a day, by hour", { from: "2026-01-05", to: "2026-01-05" }],
])(
  "the sales and costs of %s are read from sums of days, and from what is not counted yet",
  async (_, period) => {
    const statements = await recorded(() => readSold(db, period));
    const plans = JSON.stringify(await plansOf(statements, "custom"));
    for (const index of ["package_day_pkey", "buyer_day_pkey", "event_pkey", "fulfilment_pkey"])
      expect(plans).toContain(`"Index Name":"${index}"`);
    const scanned = (await scansOf(statements, "custom")).map((scan) => /^Seq Scan on (\w+)/.exec(scan)?.[1]);
    expect(scanned.filter((table) => !["account", "user"].includes(table ?? ""))).toEqual([]);
  },
);

test("reads for a page start no parallel workers, which would take longer than the read", async () => {
  const { rows } = await pool.query("select current_setting('max_parallel_workers_per_gather') as workers");
  expect(rows).toEqual([{ workers: "0" }]);
});

test("counting a frequent reason scans the newest rows, and a rare one uses the index", async () => {
  const statements = async (search: string) =>
    (await recorded(() => totalAuditMovements(db, { search }))).filter(({ text }) =>
      /ledger\.event/.test(text),
    );
  const frequent = await statements("short");
  const [plan] = await plansOf(frequent, "custom");
  expect(frequent).toHaveLength(1);
  expect(JSON.stringify(plan)).toContain('"Index Name":"act_type"');
  expect(await scansOf(frequent, "custom")).toEqual([]);
  expect(await totalAuditMovements(db, { search: "short" })).toEqual({ count: 1000, isExact: false });
  expect(await statements("seldom")).toHaveLength(2);
  expect(await totalAuditMovements(db, { search: "seldom" })).toEqual({ count: 0, isExact: true });
});

test.each([
  ["orders", "newest", listOrders],
  ["orders", "oldest", listOrders],
  ["requests", "newest", listTopups],
  ["requests", "oldest", listTopups],
] as const)("a page of all %s is merged, and sorted nowhere (%s first)", async (_, order, list) => {
  const plans = await plansOf(await recorded(() => list(db, { order }, page)), "custom");
  expect(JSON.stringify(plans)).toContain('"Node Type":"Merge Append"');
  expect(JSON.stringify(plans)).not.toMatch(/"Node Type":"(Incremental )?Sort"/);
});

test("every statement of the writer finds its rows by index", async () => {
  const statements = await recorded(async () => {
    const writer = new Writer({ url: database.apiUrl });
    const { admin, customers } = await openShop(writer, 2, 100_00);
    const buyer = customers[0] ?? "";
    const purchase = purchaseBy(buyer);
    const placed = await accepted(writer, purchase);
    const other = new Writer({ url: database.apiUrl });
    await accepted(other, command("process_order", { order: orderOf(placed) }, admin));
    const corrects = placed[0]?.position ?? 0;
    await accepted(
      writer,
      command("correct_balance", { user: buyer, amount: 1, reason: "r", corrects }, admin),
    );
    await accepted(other, command("reject_order", { order: orderOf(placed), reason: null }, admin));
    const asked = { topup: 900_000, amount: 60_00, purpose: "topup", momo_transaction_id: null } as const;
    await accepted(writer, command("request_topup", asked, buyer));
    await accepted(other, command("approve_topup", { topup: 900_000, level: "Agent" }, admin));
    await writer.submit(purchase, { remember: true });
    await writer.submit(command("delete_user", { user: buyer }, admin));
    await writer.close();
    await other.close();
  });
  const writes = statements.filter(({ text }) => /ledger\./.test(text));
  expect(writes.length).toBeGreaterThan(20);
  expect(await scansOf(writes, "generic")).toEqual([]);
});

test("the follower's statement finds its rows by index", async () => {
  const text =
    "select position, data from ledger.event where position > $1::bigint order by position limit $2";
  expect(await scansOf([{ text, values: [100, 500] }], "generic")).toEqual([]);
});

test("this test notices a sequential scan", async () => {
  const scans = await scansOf(
    [{ text: `select * from ledger."order" where reason = $1`, values: ["x"] }],
    "custom",
  );
  expect(scans).toEqual([expect.stringContaining("Seq Scan on order")]);
});

/** What a function asks of the database. The start and end of a transaction have no plan. */
async function recorded(work: () => Promise<unknown>): Promise<Statement[]> {
  return (await recordStatements(work)).filter(({ text }) => !/^(start transaction|commit)/.test(text));
}

const plansOf = (statements: Statement[], mode: PlanMode) => explained(owner, statements, mode);
const scansOf = (statements: Statement[], mode: PlanMode) => seqScans(owner, statements, { mode, small });

/** Enough rows to make a scan expensive; their values do not matter. */
async function fillTables(client: pg.Client): Promise<void> {
  const uuid = (n: string) => `lpad(to_hex(${n}), 32, '0')::uuid`;
  await client.query(`
    insert into ledger.account select ${uuid("n")}, case when n % 10 = 0 then 'Agent' else 'Customer' end, 'Active', false, timestamptz '2026-01-01' + n * interval '1 minute', 1, n from generate_series(1, 20000) n;
    insert into ledger.wallet select ${uuid("n")}, 0, 1, n from generate_series(1, 20000) n;
    insert into shop."user" select ${uuid("n")}, 'person' || n, '054' || lpad(n::text, 7, '0'), n || '@example.com', '', '', '' from generate_series(1, 20000) n;
    insert into ledger."order" select n, ${uuid("n % 20000 + 1")}, 500, n, null, timestamptz '2026-01-01' + n * interval '10 seconds', null, n * 3, 1, n % 1000 = 3,
      case when n % 500 = 0 then 'pending' when n % 7 = 0 then 'rejected' else 'completed' end, 'p', 'q', case when n < 200 then 'Telecel' else 'MTN' end, '1 GB', null
      from generate_series(1, 100000) n;
    insert into shop.order_detail select n, '024' || lpad((n * 7919 % 10000000)::text, 7, '0'), null from generate_series(1, 100000) n;
    insert into shop.order_search select o.id, d.receiver, o.network || ' 1 GB'
      from ledger."order" o join shop.order_detail d on d.order_id = o.id;
    insert into ledger.daily_total select l, date '2026-01-01' + n, 'completed', 8640, 5, n
      from generate_series(0, 10) n, unnest(array['order', 'topup']) l;
    insert into ledger.topup select n, ${uuid("n % 20000 + 1")}, 500, n * 3, timestamptz '2026-01-01' + n * interval '1 minute', null, n * 9, 1, false, 'topup',
      case when n % 500 = 0 then 'pending' when n % 100 = 7 then 'declined' else 'approved' end, 'MoMo ' || n from generate_series(1, 30000) n;
    insert into ledger.payment (id, user_id, amount, fee, topup_id, received, received_at, position, version, disputed, rail, status, transaction)
      select ${uuid("n")}, ${uuid("n % 20000 + 1")}, 500, 10, null, n * 3, timestamptz '2026-01-01' + n * interval '1 minute', n * 3, 1, false,
        case when n % 3 = 0 then 'momo' else 'paystack' end, case when n % 500 = 0 then 'received' else 'matched' end, 'P' || n
      from generate_series(1, 30000) n;
    insert into ledger.withdrawal (id, user_id, amount, fee, requested, created_at, position, version, attempt, first, status)
      select ${uuid("n")}, ${uuid("n % 20000 + 1")}, 500, 10, n * 3, timestamptz '2026-01-01' + n * interval '1 minute', n * 3, 1, 1, false,
        case when n % 3000 = 0 then 'requested' when n % 4000 = 0 then 'sent' else 'paid' end from generate_series(1, 30000) n;
    insert into shop.payout (withdrawal, user_id, phone)
      select w.id, w.user_id, '0244000000' from ledger.withdrawal w join shop."user" u on u.id = w.user_id;
    insert into ledger.fulfilment (id, order_id, cost, sent_at, settled_at, position, attempt, version, supplier, code, reference, state, contradiction)
      select n || '-1', n, 400, timestamptz '2026-01-01' + n * interval '10 seconds', timestamptz '2026-01-01' + n * interval '11 seconds', n * 3, 1, 1, 'datamart', 'YELLO 1',
        'reference' || n, case n % 5000 when 0 then 'sent' when 1 then 'refused' else 'delivered' end, case n % 9000 when 0 then 'failed' end from generate_series(1, 50000) n;
    insert into ledger.command select n, ${uuid("n")}, 1, '\\x00', null from generate_series(1, 100000) n;
    insert into ledger.reversal select n, 5, n from generate_series(1, 30000) n;
    insert into ledger.sales_by_day select ${uuid("n % 20000 + 1")}, date '2026-01-01' + n / 20000, 'completed', 1, 5, n
      from generate_series(1, 100000) n;
    insert into shop.network_sales select date '2025-01-01' + n, 'network ' || m, event, 5, 500
      from generate_series(0, 729) n, generate_series(1, 9) m, unnest(array['placed', 'completed', 'rejected']) event;
    insert into shop.buyer_sales select date '2026-01-01' + m * interval '1 month', ${uuid("n")}, 5, n
      from generate_series(0, 4) m, generate_series(1, 20000) n;
    insert into shop.account_day select date '2025-01-01' + n, account, 'order_placed', 5, 500
      from generate_series(0, 729) n, unnest(array['momo', 'sales', 'corrections']) account;
    insert into shop.package_day select date '2025-01-01' + n, 'network ' || m, offer || ' GB', level, 'order_placed', 5, 500
      from generate_series(0, 364) n, generate_series(1, 9) m, generate_series(1, 9) offer, unnest(array['Customer', 'Agent']) level;
    insert into shop.buyer_day select date '2025-01-01' + n % 720, ${uuid("n / 720 + 1")}, 'order_placed', 5, 500
      from generate_series(0, 299999) n;
    insert into shop.supplier_day select date '2025-01-01' + n, supplier, 'order_placed', 5, 500
      from generate_series(0, 729) n, unnest(array['datamart', 'stock']) supplier;
    update shop.days_counted set position = 99500;
    update shop.costs_counted set position = 99500;
    insert into shop.account_block select block, account, 'order_placed', 5, 500
      from generate_series(0, 4999) block, unnest(array['momo', 'sales', 'corrections']) account;
    update shop.blocks_counted set blocks = 24;
    update shop.sales_counted set position = 99500;
    insert into audit.alone_day select date '2025-01-01' + n, 'admin ' || m, kind, 5, 500
      from generate_series(0, 729) n, generate_series(1, 9) m, unnest(array['top-up', 'refund', 'credit']) kind;
    insert into audit.topup_day select date '2025-01-01' + n, 5, 500 from generate_series(0, 729) n;
    update audit.days_counted set position = 99500;
    insert into ledger.event (position, recorded_at, command_id, version, fingerprint, hash, stream, type, actor, data, wallet, counterparty, amount, balance_after)
      select n, timestamptz '2026-01-01' + n * interval '10 seconds', ${uuid("n")}, 1, decode(repeat('00', 16), 'hex'), decode(repeat('00', 32), 'hex'),
        case type when 'user_level_changed' then 'user/' || ${uuid("n")} when 'wallet_corrected' then 'wallet/' || ${uuid("n")} else 'order/' || n end, type,
        case when type in ('order_placed', 'order_completed') then ${uuid("n % 20000 + 1")}::text else '${admin}' end,
        case type when 'order_rejected' then '{"reason":"no stock"}' when 'wallet_corrected' then '{"reason":"short","corrects":' || n - 1 || '}' else '{}' end::jsonb,
        case when moves then ${uuid("n % 20000 + 1")} end, case when moves then 'sales' end, case when moves then amount end, case when moves then 5 end
      from (
        select n, type, type not in ('order_completed', 'user_level_changed') as moves, case when type = 'order_placed' then -500 else 500 end as amount
        from generate_series(1, 100000) n, lateral (select case when n = 40000 then 'topup_approved' when n % 100 = 0 then 'order_rejected' when n % 50 = 7 then 'wallet_corrected'
          when n % 50 = 8 then 'user_level_changed' when n % 3 = 0 then 'order_completed' else 'order_placed' end as type) t
      ) e;
    insert into ledger.approval (id, request, requested_by, requested_at, status, decided_by, decided_at, version, position)
      select ${uuid("n")}, '{"kind": "limit", "limit": null}', ${uuid("n % 10 + 1")}, timestamptz '2026-01-01' + n * interval '1 minute',
        case when n > 19990 then 'pending' else 'approved' end, case when n <= 19990 then ${uuid("n % 10 + 2")}::text end,
        case when n <= 19990 then timestamptz '2026-01-01' + n * interval '1 minute' end, 2, n
      from generate_series(1, 20000) n;
    insert into audit.amount select amount, position from ledger.event where wallet is not null;
    update audit.state set position = 100000;
    update ledger.head set position = 300000, orders_placed = 100000`);
  // Statistics over every row, so that no plan depends on a sample; also if autovacuum runs.
  const { rows } = await client.query<{ name: string }>("select current_database() as name");
  await client.query(`alter database ${rows[0]!.name} set default_statistics_target = 1000`);
  await client.query("set default_statistics_target = 1000; analyze");
  // As autovacuum does with a table that only grows: otherwise an index alone does not answer.
  await client.query("vacuum ledger.act");
}
