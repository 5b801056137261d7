/** Every statement that a purchase, a page or a follower waits for finds its rows by index in a shop of real size. */
import { openTestLedger } from "#tools/testing/test-ledger.ts";
import { explained, type PlanMode, seqScans } from "#tools/testing/plans.ts";
import { recordStatements, type Statement } from "#tools/testing/record-statements.ts";
import type pg from "pg";
import { beforeAll, expect, test } from "vitest";
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
import type { Database } from "./open-reads.ts";
import { oddAttempts, openCounts } from "../suppliers/attempt-reads.ts";
import { listDoneAlone } from "../approvals/done-alone.ts";
import { lastActors } from "../orders/last-actors.ts";
import { listOrders, totalOrders } from "../orders/list.ts";
import { repeatsOf } from "../orders/repeated-orders.ts";
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

const ledger = openTestLedger();
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
  await fillTables(ledger.owner);
  db = ledger.db;
});

/** By the index that each read needs. */
const reads: Record<string, Record<string, () => Promise<unknown>>> = {
  order_user: {
    "a user's orders": () => listOrders(db, { user }, page),
    "a user's orders, further back": () => listOrders(db, { user }, { ...page, cursor: 50_000 }),
    "a user's orders found by a number": () => listOrders(db, { user, search: "0249999" }, page),
    "what changed in a user's orders": () => ordersChangedSince(db, user, 100, 100),
    "how many purchases a search finds": () => totalMovements(db, { user, search: "0249" }),
    "a month of a wallet by network": () => readMonth(db, user, { month: "2026-01", today: "2026-02-01" }),
  },
  order_status: {
    "all orders": () => listOrders(db, {}, page),
    "all orders, oldest first": () => listOrders(db, { order: "oldest" }, page),
    "pending orders": () => listOrders(db, { status: "pending" }, page),
    "orders of some days": () => listOrders(db, { from: "2026-01-02", to: "2026-01-03" }, page),
    "the order that has waited longest": () => oldestPendingOrder(db),
  },
  order_search_receiver: {
    "orders found by a number": () => listOrders(db, { search: "0249999" }, page),
    "how many a number finds": () => totalOrders(db, { search: "0249999" }),
  },
  user_text: {
    "orders found by a name": () => listOrders(db, { search: "person1999" }, page),
    "requests found by a name": () => listTopups(db, { search: "person1999" }, page),
    "users found by a name": () => listUsers(db, { search: "person1999" }, page),
    "how many users a name finds": () => countUsers(db, { search: "person1999" }),
  },
  order_search_sold: {
    "orders found by an offer": () => listOrders(db, { search: "telecel 1" }, page),
    "orders of a network": () => listOrders(db, { network: "Telecel" }, page),
  },
  order_rejected: {
    "rejected orders found by an offer": () =>
      listOrders(db, { search: "telecel 1", status: "rejected" }, page),
    "how many rejected orders an offer finds": () =>
      totalOrders(db, { search: "telecel 1", status: "rejected" }),
  },
  order_pkey: {
    "orders found by a reference": () => listOrders(db, { search: "10005000" }, page),
    "orders by id": () => ordersById(db, [5, 6]),
    "what was completed by a moment of a day": () => completedBefore(db, "2026-01-05T10:00:00Z"),
  },
  command_pkey: {
    "a command under its key": () => commandById(db, user),
  },
  event_pkey: {
    "what an admin's page missed": () => eventsAfter(db, 99_000, 100),
    "who took the last steps": () => lastActors(db, [{ status: "completed", position: 5 }]),
    "every movement": () => listAuditMovements(db, {}, page),
    "every movement, further back": () => listAuditMovements(db, {}, { ...page, cursor: 50_000 }),
    "movements of a day": () => listAuditMovements(db, { from: "2026-01-02", to: "2026-01-02" }, page),
    "what each network sold on a day": () => networksOfDay(db, "2026-01-05"),
    "the closing of a month": () => readClosing(db, january),
    "the closing of a month before a moment": () =>
      readClosing(db, { ...january, at: "2026-01-12T10:00:00Z" }),
  },
  order_position: {
    "what changed in a user's orders lately": () => ordersChangedSince(db, user, 299_000, 100),
  },
  sales_by_day_pkey: {
    "a user's counts of orders": () => countOrders(db, user),
    "the purchases of a wallet's months": () => listMonths(db, user, { month: "2026-01", months: 24 }),
  },
  topup_user: {
    "a user's requests": () => listTopups(db, { user }, page),
    "a user's requests, further back": () => listTopups(db, { user }, { ...page, cursor: 9000 }),
    "what changed in a user's requests": () => topupsChangedSince(db, user, 100, 100),
    "the count of a user's requests": () => countTopups(db, { user }),
    "what became of a user's requests": () => listActs(db, { user }, page),
  },
  topup_status: {
    "all requests": () => listTopups(db, {}, page),
    "pending requests": () => listTopups(db, { status: "pending" }, page),
    "requests, further back": () => listTopups(db, {}, { ...page, cursor: 9000 }),
    "requests to remove": () => topupIds(db, { status: "pending", after: 9000, upTo: 200_000, limit: 500 }),
    "top-ups that have waited long": () => topupsPendingSince(db, "2026-01-20T00:00:00Z"),
  },
  topup_created: {
    "requests of some days": () => listTopups(db, { from: "2026-01-02", to: "2026-01-02" }, page),
  },
  topup_momo: {
    "requests found by a MoMo id": () => listTopups(db, { search: "momo 4999" }, page),
  },
  topup_pkey: {
    "requests found by a reference": () => listTopups(db, { search: "T-4999" }, page),
    "requests by id": () => topupsById(db, [5, 6]),
  },
  topup_momo_same: {
    "requests with one MoMo transaction": () => momoDuplicates(db),
    "requests that name some MoMo ids": () => topupsByMomoId(db, ["momo 5", "momo 500"]),
  },
  act_type: {
    "the top-ups that some days approved": () =>
      readApprovedTopups(db, { from: "2026-01-02", to: "2026-01-03" }, { limit: 1000 }),
    refunds: () => listAuditMovements(db, { kind: "refund" }, page),
    "how many refunds": () => totalAuditMovements(db, { kind: "refund" }),
    acts: () => listActs(db, {}, page),
    "how many acts there are": () => totalActs(db, {}),
  },
  alone_day_pkey: {
    "what admins did alone in some days": () => listDoneAlone(db, { from: "2026-01-02", to: "2026-01-03" }),
  },
  event_wallet: {
    "a wallet's movements": () => listMovements(db, { user }, page),
    "a wallet's movements, further back": () => listMovements(db, { user }, { ...page, cursor: 50_000 }),
    "a wallet's movements of some days": () =>
      listMovements(db, { user, from: "2026-01-02", to: "2026-01-03" }, page),
    "how many movements a wallet has of some days": () =>
      totalMovements(db, { user, from: "2026-01-02", to: "2026-01-03" }),
    "a wallet's movements by a number": () => listMovements(db, { user, search: "0249" }, page),
    "the count of a wallet's movements": () => countMovements(db, user),
    "a wallet's movements for the audit": () => listAuditMovements(db, { user }, page),
    "a wallet's purchases between two positions": () =>
      listAuditMovements(db, { user, kind: "purchase", after: 40_000, before: 60_000 }, page),
    "a top-up's thread, on to its purchases": () => readThread(db, 40_000),
    "a wallet at a moment": () => lastMovement(db, user, 50_000),
  },
  act_wallet: {
    "how many other movements a search finds": () => totalMovements(db, { user, search: "short" }),
    "a wallet's months": () => listMonths(db, user, { month: "2026-01", months: 24 }),
    "a month of a wallet": () => readMonth(db, user, { month: "2026-01", today: "2026-02-01" }),
  },
  order_search_same: {
    "orders placed twice": () => repeatsOf(db, [{ id: 5 }, { id: 50_000 }]),
  },
  event_stream_version_key: {
    "a request's history": () => topupSteps(db, 5),
    "an order's history": () => orderSteps(db, 5),
    "movements by a reference": () => listAuditMovements(db, { search: "10000005" }, page),
    "acts about a user": () => listActs(db, { user }, page),
    "how many acts about a user": () => totalActs(db, { user }),
  },
  act_corrects: {
    "the corrections in a request's history": () => topupSteps(db, 5),
    "a thread": () => readThread(db, 50),
  },
  act_unrefunded: {
    "how many movements there are": () => totalAuditMovements(db, {}),
  },
  act_type_actor: {
    "what an admin moved": () => listAuditMovements(db, { actor: admin }, page),
    "an admin's acts": () => listActs(db, { actor: admin }, page),
    "what an admin has completed": () => listActs(db, { actor: admin, kind: "completed order" }, page),
    "an admin's acts of one kind": () => listActs(db, { actor: admin, kind: "notice" }, page),
    "how many acts of an admin": () => totalActs(db, { actor: admin }),
    "what other admins did last": () => listActs(db, { others: user }, page),
  },
  act_requested: {
    "what an admin asked for and another one approved": () =>
      listAuditMovements(db, { actor: admin, kind: "correction" }, page),
    "what an admin caused, by a reason": () =>
      listAuditMovements(db, { actor: admin, search: "seldom" }, page),
  },
  amount_pkey: {
    "movements of an amount": () => listAuditMovements(db, { amount_min: 90_000 }, page),
    "how many of an amount": () => totalAuditMovements(db, { amount_min: 90_000 }),
  },
  act_reason: {
    "movements by a reason": () => listAuditMovements(db, { search: "seldom" }, page),
  },
  topup_credited: {
    "a purchase's thread, back to its top-up": () => readThread(db, 20_002),
  },
  act_pkey: {
    "what was completed": () => listActs(db, { kind: "completed order" }, page),
  },
  order_removed: {
    "removals of a user's orders": () => listActs(db, { user }, page),
  },
  act_clearing: {
    "what a removal of all removed": () => listActs(db, { clearing: 50_000 }, page),
    "how many it removed": () => countCleared(db, 50_000),
  },
  account_registered: {
    "users registered on some days": () => listUsers(db, { from: "2026-01-03", to: "2026-01-04" }, page),
    users: () => listUsers(db, {}, page),
    "users, further back": () => listUsers(db, {}, { ...page, cursor }),
  },
  payment_received: {
    "payments, newest first": () => payments(db, {}).read(page),
  },
  payment_open: {
    "payments that wait": () => payments(db, { status: "open" }).read(page),
    "what waits of payments": () => openPayments(db),
  },
  withdrawal_requested: {
    "withdrawals, newest first": () => withdrawals(db, {}).read(page),
  },
  withdrawal_user: {
    "a user's withdrawals": () => withdrawals(db, { user }).read(page),
    "what a user has withdrawn": () => withdrawnBy(db, user),
    "whether a number was paid before": () => hasPaidTo(db, user, "0244000000"),
  },
  withdrawal_open: {
    "open withdrawals": () => withdrawals(db, { status: "open" }).read(page),
    "how many withdrawals wait": () => waitingWithdrawals(db),
    "withdrawals on their way": () => onTheirWay(db),
  },
  approval_pending: {
    "pending approvals": () => listApprovals(db),
  },
  fulfilment_open: {
    "attempts without an answer": () => oddAttempts(db, "2026-01-03T00:00:00Z"),
    "how many are at suppliers": () => openCounts(db),
  },
  fulfilment_contradicted: {
    "attempts that are contradicted": () => oddAttempts(db, "2026-01-03T00:00:00Z"),
  },
  approval_decided: {
    "the last decided approvals": () => listApprovals(db),
  },
  network_sales_pkey: {
    "a month's sums by network": () => sumNetworks(db, january),
  },
  buyer_sales_best: {
    "a month's best buyers": () => bestBuyers(db, january.from, 10),
  },
  account_block_pkey: {
    "the closing of a month before the end of a day": () =>
      readClosing(db, { ...january, at: "2026-01-11T23:30:00Z" }),
  },
  account_pkey: {
    "users by id": () => usersById(db, [user]),
  },
};

test.each(
  Object.entries(reads).flatMap(([index, own]) =>
    Object.entries(own).map(([what, read]) => [what, index, read] as const),
  ),
)("reads %s by the index %s", async (_, index, read) => {
  const statements = await recorded(read);
  expect(await scansOf(statements, "custom")).toEqual([]);
  expect(JSON.stringify(await plansOf(statements, "custom"))).toContain(`"Index Name":"${index}"`);
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
  const { rows } = await ledger.pool.query(
    "select current_setting('max_parallel_workers_per_gather') as workers",
  );
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
    const writer = new Writer({ url: ledger.database.apiUrl });
    const { admin, customers } = await openShop(writer, 2, 100_00);
    const buyer = customers[0] ?? "";
    const purchase = purchaseBy(buyer);
    const placed = await accepted(writer, purchase);
    const other = new Writer({ url: ledger.database.apiUrl });
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

const plansOf = (statements: Statement[], mode: PlanMode) => explained(ledger.owner, statements, mode);
const scansOf = (statements: Statement[], mode: PlanMode) =>
  seqScans(ledger.owner, statements, { mode, small });

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
