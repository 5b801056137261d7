/** Open payments and who may have paid them are found by index, however many payments and requests the shop has had. */
import { beforeAll, expect, test } from "vitest";
import { recordStatements } from "#tools/testing/record-statements.ts";
import { openTestLedger } from "#tools/testing/test-ledger.ts";
import { evidenceOf, openPayments, type Which } from "./open-payments.ts";

const ledger = openTestLedger();

const rows = 10_000;
/** Of each thousand payments, one waits for each reason: its reference, its transaction ID, a claim, or nobody names it. */
const each = 1000;
const open = (rows / each) * 4;
const uuid = (n: string | number) => `lpad(to_hex(${n}), 32, '0')::uuid`;
const idOf = (n: number) => `00000000-0000-0000-0000-${n.toString(16).padStart(12, "0")}`;

beforeAll(async () => {
  await ledger.owner.query(`
    insert into shop."user" select ${uuid("n")}, 'person' || n, '054' || lpad(n::text, 7, '0'), n || '@example.com', '', '', '' from generate_series(1, 2000) n;
    insert into ledger.topup (id, user_id, amount, position, created_at, version, status, momo_transaction_id, purpose, hidden)
      select n, ${uuid("n % 2000 + 1")}, 500, n, now() - n * interval '1 minute', 1, case when n % ${each} in (1, 2) then 'pending' else 'approved' end,
        case when n % ${each} = 2 then 'tx' || n end, 'topup', false from generate_series(1, ${rows}) n;
    insert into ledger.payment (id, amount, received, received_at, position, version, disputed, rail, status, transaction)
      select ${uuid("n")}, 500, n, now() - n * interval '1 minute', n, 1, false, 'momo',
        case when n % ${each} in (1, 2, 3, 4) then 'received' else 'matched' end, 'TX' || n from generate_series(1, ${rows}) n;
    insert into shop.rail_message (rail, kind, transaction, amount, fee, balance, before, topup, state, received_at, settled_at)
      select 'momo', 'received', 'TX' || n, 500, 0, n, n - 500, case when n % ${each} = 1 then n end, 'proven', now(), now()
      from generate_series(1, ${rows}) n;
    insert into shop.payment_claim (user_id, transaction, amount, answered_at)
      select ${uuid("n % 2000 + 1")}, 'tX' || n, 500, case when n % ${each} <> 3 then now() end from generate_series(3, ${rows}, 10) n;
    set default_statistics_target = 1000; analyze`);
});

async function readOpen(which: Which) {
  const payments = await openPayments(ledger.db, which);
  const evidence = await evidenceOf(ledger.db, payments);
  return payments.map((payment) => ({ id: payment.id, ...evidence(payment) }));
}

interface PlanNode {
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: PlanNode[];
}

/** How many rows of tables and indexes the queries look at. */
async function looksAt(which: Which): Promise<number> {
  const count = (node: PlanNode): number =>
    node.Plans?.reduce((sum, one) => sum + count(one), 0) ??
    (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"];
  let looked = 0;
  for (const { text, values } of await recordStatements(() => readOpen(which))) {
    // Other shops of this process read other tables meanwhile.
    if (!/join shop\.rail_message m|as o \(id, transaction, topup, amount\)/.test(text)) continue;
    const { rows: plans } = await ledger.owner.query<{ "QUERY PLAN": { Plan: PlanNode }[] }>(
      `explain (analyze, format json) ${text}`,
      values,
    );
    looked += count(plans[0]!["QUERY PLAN"][0]!.Plan);
  }
  return looked;
}

test("each open payment is found with the requests and claims that name it", async () => {
  const found = await readOpen("all");
  expect(found).toHaveLength(open);
  expect(found.slice(0, 4)).toMatchObject([
    { id: idOf(1), requests: [{ id: 1, by: "reference", status: "pending" }], claims: [] },
    { id: idOf(2), requests: [{ id: 2, by: "transaction", status: "pending" }], claims: [] },
    { id: idOf(3), claims: [{ user: idOf(4), amount: 500 }] },
    { id: idOf(4), requests: [], claims: [] },
  ]);
  const one = async (which: Which) => (await readOpen(which)).map(({ id }) => id);
  expect(await one({ topup: 1001 })).toEqual([idOf(1001)]);
  expect(await one({ topup: 1002 })).toEqual([idOf(1002)]);
  expect(await one({ topup: 1003 })).toEqual([]);
  expect(await one({ payment: idOf(1004) })).toEqual([idOf(1004)]);
  const { rows: claims } = await ledger.owner.query<{ id: number }>(
    "select id::int from shop.payment_claim where transaction = 'tX1003'",
  );
  expect(await one({ claim: claims[0]!.id })).toEqual([idOf(1003)]);
});

test.each<[string, Which, number]>([
  ["a payment", { payment: idOf(1001) }, 30],
  ["a request that a payment names", { topup: 1001 }, open * 2],
  ["a request with a transaction ID", { topup: 1002 }, open * 2],
  ["a claim", { claim: 101 }, 30],
  ["all open payments", "all", open * 20],
])("looking for %s reads only rows that matter", async (_, which, most) => {
  expect(await looksAt(which)).toBeLessThan(most);
});
