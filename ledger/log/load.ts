/** Loads the rows a batch will decide on. */
import type { ClientBase, QueryConfig } from "pg";
import type { EventOf } from "#ledger/core/events.ts";
import { correctedBy } from "#ledger/core/evolve/movements.ts";
import { cutsAfter } from "#ledger/core/events/price-cuts.ts";
import type { PriceCut, Product } from "#ledger/core/rows/products.ts";
import { emptySettings, type Settings } from "#ledger/core/rows/settings.ts";
import {
  type Loaded,
  type Needs,
  type RowKey,
  rowKinds,
  type RowKind,
  type State,
} from "#ledger/core/state.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import type { HouseAccount } from "#contract/terms/rails.ts";
import { withdrawalLimits } from "#contract/terms/withdrawals.ts";
import { adminsEverSql } from "../approvals/reads.ts";
import { productChangesSql } from "../products/changes.ts";
import { sinceHours } from "../tables/logged-event.ts";
import { accountTable } from "#ledger/core/rows/users.ts";
import { approvalTable } from "#ledger/core/rows/approvals.ts";
import { fulfilmentTable } from "#ledger/core/rows/fulfilments.ts";
import { orderTable } from "#ledger/core/rows/orders.ts";
import { paymentTable } from "#ledger/core/rows/payments.ts";
import { agentShopTable } from "#ledger/core/rows/shops.ts";
import { topupTable } from "#ledger/core/rows/topups.ts";
import { walletTable } from "#ledger/core/rows/wallets.ts";
import { withdrawalTable } from "#ledger/core/rows/withdrawals.ts";
import { selected } from "../tables/tables.ts";

/** Keys that are needed and not loaded yet. */
export type Missing = { [K in RowKind]: Set<RowKey<K>> };

type Keys = Set<RowKey<RowKind>>;

/**
 * The rows that a batch needs and that are not loaded. An order, top-up or withdrawal also needs its owner's account and wallet, an
 * order its charge or its guest's payment, and a correction what it corrects: loading the row loads those, so they are only looked for here if
 * the row itself is loaded already.
 */
export function missingFrom(state: State, list: Needs[]): Missing {
  const missing = nothingMissing();
  for (const needs of list) {
    const orders = (needs.orders ?? []).flatMap((id) => state.orders.peek(id) ?? []);
    const topups = (needs.topups ?? []).flatMap((id) => state.topups.peek(id) ?? []);
    const withdrawals = (needs.withdrawals ?? []).flatMap((id) => state.withdrawals.peek(id) ?? []);
    const owners = [...orders, ...topups, ...withdrawals].map((row) => row.user);
    const entries = [...(needs.entries ?? []), ...orders.map((order) => order.charged_at)];
    const all: Needs = {
      ...needs,
      accounts: [...(needs.accounts ?? []), ...owners],
      wallets: [...(needs.wallets ?? []), ...owners],
      entries: [...entries, ...entries.flatMap((at) => belowOf(state, at))],
      payments: [...(needs.payments ?? []), ...orders.flatMap((order) => order.payment ?? [])],
    };
    for (const kind of rowKinds) {
      const [loaded, lacked] = [state[kind] as Loaded<RowKey<RowKind>, unknown>, missing[kind] as Keys];
      for (const key of all[kind] ?? []) if (!loaded.has(key)) lacked.add(key);
    }
  }
  return missing;
}

/** The movements that the loaded part of a chain of corrections takes back. */
export function belowOf(state: State, position: number): number[] {
  return correctedBy(state, position).flatMap(({ corrects }) => corrects ?? []);
}

export function nothingMissing(): Missing {
  return Object.fromEntries(rowKinds.map((kind) => [kind, new Set()])) as unknown as Missing;
}

export function isEmpty(missing: Missing): boolean {
  return Object.values(missing).every((keys: Keys) => keys.size === 0);
}

/**
 * Queues the loads on a pipelined connection; the answer puts them into the state, missing rows as null.
 * `schema`: where the projections are; a replay reads its own copies.
 */
export async function loadMissing(
  client: ClientBase,
  missing: Missing,
  schema = "ledger",
): Promise<(state: State) => void> {
  const sql = sqlOf(schema);
  const orders = [...missing.orders];
  const topups = [...missing.topups];
  const withdrawals = [...missing.withdrawals];
  const ofRows: Partial<Record<RowKind, RowKey<RowKind>[][]>> = {
    accounts: [orders, topups, withdrawals],
    wallets: [orders, topups, withdrawals],
    entries: [orders],
    payments: [orders],
  };
  const answers = await Promise.all(
    rowKinds.map(async (kind) => {
      const values = [[...missing[kind]], ...(ofRows[kind] ?? [])];
      if (values.every(({ length }) => length === 0)) return { kind, rows: [] };
      return { kind, rows: await rowsOf<KeyedRow>(client, prepared(schema, kind, sql[kind], values)) };
    }),
  );
  return (state) => {
    for (const { kind, rows } of answers) {
      const loaded = state[kind] as Loaded<unknown, unknown>;
      const keyColumn = keyColumns[kind];
      for (const key of missing[kind]) loaded.set(key, null);
      for (const row of rows)
        if (keyColumn === undefined) loaded.set(row["key"], row["value"]);
        else loaded.set(row[keyColumn], row);
    }
  };
}

/** What every batch needs and no key names: products and their cut prices, settings, house accounts, who are admins. */
export async function loadCommon(client: ClientBase, schema = "ledger"): Promise<(state: State) => void> {
  const sql = sqlOf(schema);
  const query = <R>(name: keyof LoadSql) => rowsOf<R>(client, prepared(schema, name, sql[name]));
  const [products, [settings], houses, [admins], adminsEver, changes] = await Promise.all([
    query<Product>("products"),
    query<Settings>("settings"),
    query<{ name: HouseAccount; balance: number; position: number }>("houses"),
    query<{ count: number }>("admins"),
    query<{ user: string }>("admins_ever"),
    query<EventOf<"product_changed">>("product_changes"),
  ]);
  return (state) => {
    state.products = new Map(products.map((product) => [product.id, product]));
    if (settings) state.settings = settings;
    for (const { name, balance, position } of houses) state.houses[name] = { balance, position };
    state.admins = admins?.count ?? 0;
    state.admins_ever = new Set(adminsEver.map(({ user }) => user));
    state.price_cuts = changes.reduce<PriceCut[]>(cutsAfter, []);
  };
}

/** Only the shop's own tables are read often enough to prepare the statements. */
function prepared(schema: string, name: string, text: string, values: unknown[] = []): QueryConfig {
  return schema === "ledger" ? { name: `load_${name}`, text, values } : { text, values };
}

type KeyedRow = Record<string, unknown>;

/** The column that has a row's key. Of the other kinds, a row is a key and its value. */
const keyColumns: Partial<Record<RowKind, string>> = {
  accounts: "user",
  wallets: "user",
  orders: "id",
  topups: "id",
  approvals: "id",
  payments: "id",
  fulfilments: "id",
  agent_shops: "user",
  withdrawals: "id",
  entries: "at",
};

export async function rowsOf<R>(client: ClientBase, query: QueryConfig): Promise<R[]> {
  return (await client.query(query)).rows as R[];
}

/** A moment inside JSON, as events have it. */
function isoSql(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** Of the projections in a schema; the log is always ledger.event. */
function loadSql(schema: string) {
  const countedSince = sinceHours(officeLimits.correction_window_h);
  const owners = `select user_id from ${schema}."order" where id = any ($2::bigint[])
  union all select user_id from ${schema}.topup where id = any ($3::bigint[])
  union all select user_id from ${schema}.withdrawal where id = any ($4::uuid[])`;
  return {
    accounts: `select ${selected(accountTable.columns)}
  from ${schema}.account where user_id = any ($1::uuid[] || array (${owners}))`,
    wallets: `select ${selected(walletTable.columns)}
  from ${schema}.wallet where user_id = any ($1::uuid[] || array (${owners}))`,
    orders: `select ${selected(orderTable.columns)}
  from ${schema}."order" where id = any ($1::bigint[])`,
    topups: `select ${selected(topupTable.columns)}
  from ${schema}.topup where id = any ($1::bigint[])`,
    approvals: `select ${selected(approvalTable.columns)}
  from ${schema}.approval where id = any ($1::uuid[])`,
    payments: `select ${selected(paymentTable.columns)}
  from ${schema}.payment where id = any ($1::uuid[]
    || array (select payment from ${schema}."order" where id = any ($2::bigint[]) and payment is not null))`,
    fulfilments: `select ${selected(fulfilmentTable.columns)}
  from ${schema}.fulfilment where id = any ($1::text[])`,
    agent_shops: `select ${selected(agentShopTable.columns)}
  from ${schema}.agent_shop where user_id = any ($1::uuid[])`,
    withdrawals: `select ${selected(withdrawalTable.columns)}
  from ${schema}.withdrawal where id = any ($1::uuid[])`,
    // With what corrections among them correct in turn.
    entries: `with recursive chain (at) as (
    select unnest($1::bigint[] || array (select charged_at from ${schema}."order" where id = any ($2::bigint[])))
    union
    select (e.data ->> 'corrects')::bigint from chain c join ledger.event e on e.position = c.at
    where e.type = 'wallet_corrected' and e.data ->> 'corrects' is not null
  )
  select e.position as at, e.wallet, e.amount, coalesce(r.reversed, 0) as reversed,
    case when e.type = 'wallet_corrected' then (e.data ->> 'corrects')::bigint end as corrects,
    coalesce(r.position, 0) as position
  from chain c join ledger.event e on e.position = c.at left join ${schema}.reversal r on r.entry = e.position
  where e.wallet is not null`,
    // Time in the log never runs backwards: what is too old now is too old for every later command.
    alone: `select a as key, coalesce((
    select json_agg(json_build_object('wallet', wallet, 'amount', amount, 'recorded_at', ${isoSql("recorded_at")}) order by position)
    from ledger.act
    where type in ('wallet_corrected', 'order_placed') and requested_by is null and actor = a and recorded_at > ${countedSince}
  ), '[]') as value from unnest($1::text[]) a`,
    requests: `select a as key, coalesce((
    select json_agg(json_build_object('id', id, 'request', request) order by position)
    from ${schema}.approval where status = 'pending' and requested_by = a
  ), '[]') as value from unnest($1::uuid[]) a`,
    // Orders by the counts of their days: a large buyer has many of them.
    open: `select u as key, (
    select coalesce(sum(count), 0) from ${schema}.sales_by_day where user_id = u and status in ('pending', 'processing')
  )::bigint + (
    select count(*) from ${schema}.topup where user_id = u and status = 'pending' and not hidden
  ) + (
    select count(*) from ${schema}.withdrawal where user_id = u and status in ('requested', 'sent')
  ) as value from unnest($1::uuid[]) u`,
    pending_topups: `select u as key, coalesce((
    select json_agg(json_build_object('id', id, 'purpose', purpose, 'created_at', ${isoSql("created_at")}) order by id)
    from ${schema}.topup where user_id = u and status = 'pending' and not hidden
  ), '[]') as value from unnest($1::uuid[]) u`,
    withdrawn: `select u as key, (
    select json_build_object('total', coalesce(sum(amount), 0), 'recent', coalesce(
      json_agg(json_build_object('id', id, 'amount', amount, 'created_at', ${isoSql("created_at")}) order by requested)
        filter (where created_at > ${sinceHours(withdrawalLimits.day_h)}), '[]'))
    from ${schema}.withdrawal where user_id = u and status in ('requested', 'sent', 'paid')
  ) as value from unnest($1::uuid[]) u`,
    products: `select * from ${schema}.product`,
    settings: `select ${Object.keys(emptySettings).join(", ")} from ${schema}.settings`,
    houses: `select * from ${schema}.house_account`,
    admins: `select count(*) from ${schema}.account where level = 'Admin' and status = 'Active' and not deleted`,
    admins_ever: adminsEverSql,
    product_changes: productChangesSql,
  };
}

type LoadSql = ReturnType<typeof loadSql>;

const ledgerSql = loadSql("ledger");

function sqlOf(schema: string): LoadSql {
  return schema === "ledger" ? ledgerSql : loadSql(schema);
}
