/** Loads the rows a batch will decide on, and the events another writer has added since. */
import type { ClientBase, QueryConfig } from "pg";
import type { LedgerEvent } from "#ledger/decide/events.ts";
import { correctedBy } from "#ledger/decide/evolve.ts";
import type {
  Account,
  Entry,
  Loaded,
  LoneCorrection,
  Needs,
  Notice,
  Order,
  Product,
  Topup,
  State,
  Wallet,
} from "#ledger/decide/state.ts";
import { limits } from "#ledger/terms/limits.ts";
import type { HouseAccount } from "#ledger/terms/statuses.ts";

/** Keys that are needed and not loaded yet. */
export interface Missing {
  accounts: Set<string>;
  wallets: Set<string>;
  orders: Set<number>;
  topups: Set<number>;
  entries: Set<number>;
  corrections: Set<string>;
  open: Set<string>;
}

/**
 * What the needs of a batch lack. An order or request brings its owner's account and wallet, an order its charge:
 * where the row itself is loaded already, those are looked for here; else its loading brings them. So does a correction what it
 * corrects.
 */
export function missingFrom(state: State, list: Needs[]): Missing {
  const missing = nothingMissing();
  const lack = <K>(loaded: Loaded<K, unknown>, into: Set<K>, keys: K[] = []) => {
    for (const key of keys) if (!loaded.has(key)) into.add(key);
  };
  for (const needs of list) {
    const orders = (needs.orders ?? []).flatMap((id) =>
      state.orders.has(id) ? (state.orders.get(id) ?? []) : [],
    );
    const requests = (needs.topups ?? []).flatMap((id) =>
      state.topups.has(id) ? (state.topups.get(id) ?? []) : [],
    );
    const owners = [...orders, ...requests].map((row) => row.user);
    lack(state.accounts, missing.accounts, [...(needs.accounts ?? []), ...owners]);
    lack(state.wallets, missing.wallets, [...(needs.wallets ?? []), ...owners]);
    lack(state.orders, missing.orders, needs.orders);
    lack(state.topups, missing.topups, needs.topups);
    const entries = [...(needs.entries ?? []), ...orders.map((order) => order.charged_at)];
    lack(state.entries, missing.entries, [...entries, ...entries.flatMap((at) => belowOf(state, at))]);
    lack(state.corrections, missing.corrections, needs.corrections);
    lack(state.open, missing.open, needs.open);
  }
  return missing;
}

/** What the loaded part of a chain of corrections takes back. */
export function belowOf(state: State, position: number): number[] {
  return correctedBy(state, position).flatMap(({ corrects }) => corrects ?? []);
}

export function nothingMissing(): Missing {
  return {
    accounts: new Set(),
    wallets: new Set(),
    orders: new Set(),
    topups: new Set(),
    entries: new Set(),
    corrections: new Set(),
    open: new Set(),
  };
}

export function isEmpty(missing: Missing): boolean {
  return Object.values(missing).every((keys: Set<string | number>) => keys.size === 0);
}

/**
 * Queues the loads on a pipelined connection; the answer puts them into the state, absent keys as null.
 * `from`: what to make of the SQL, for a replay that reads its own copies of the tables.
 */
export async function loadMissing(
  client: ClientBase,
  missing: Missing,
  from?: (sql: string) => string,
): Promise<(state: State) => void> {
  const query = <R>(name: string, text: string, values: unknown[]) =>
    from ? rowsOf<R>(client, { text: from(text), values }) : rowsOf<R>(client, { name, text, values });
  const orders = [...missing.orders];
  const topups = [...missing.topups];
  const [accountRows, walletRows, orderRows, topupRows, entryRows, correctionRows, openRows] =
    await Promise.all([
      query<Account>("load_accounts", accountsSql, [[...missing.accounts], orders, topups]),
      query<Wallet>("load_wallets", walletsSql, [[...missing.wallets], orders, topups]),
      orders.length ? query<Order>("load_orders", ordersSql, [orders]) : [],
      topups.length ? query<Topup>("load_topups", topupsSql, [topups]) : [],
      orders.length || missing.entries.size
        ? query<Entry>("load_entries", entriesSql, [[...missing.entries], orders])
        : [],
      missing.corrections.size
        ? query<Corrections>("load_corrections", correctionsSql, [[...missing.corrections]])
        : [],
      missing.open.size ? query<Open>("load_open", openSql, [[...missing.open]]) : [],
    ]);
  return (state) => {
    put(state.accounts, missing.accounts, accountRows, (row) => row.user);
    put(state.wallets, missing.wallets, walletRows, (row) => row.user);
    put(state.orders, missing.orders, orderRows, (row) => row.id);
    put(state.topups, missing.topups, topupRows, (row) => row.id);
    put(state.entries, missing.entries, entryRows, (row) => row.at);
    for (const { actor, corrections } of correctionRows) state.corrections.set(actor, corrections);
    for (const { user, count } of openRows) state.open.set(user, count);
  };
}

/** What every batch needs and no key names: products, notice, house accounts, the count of admins. */
export async function loadCommon(
  client: ClientBase,
  from?: (sql: string) => string,
): Promise<(state: State) => void> {
  const query = <R>(name: string, text: string) =>
    rowsOf<R>(client, from ? { text: from(text) } : { name, text });
  const [products, [notice], houses, [admins]] = await Promise.all([
    query<Product>("load_products", "select * from ledger.product"),
    query<Notice>("load_notice", noticeSql),
    query<{ name: HouseAccount; balance: number; position: number }>(
      "load_houses",
      "select * from ledger.house_account",
    ),
    query<{ count: number }>(
      "load_admins",
      "select count(*) from ledger.account where level = 'Admin' and status = 'Active' and not deleted",
    ),
  ]);
  return (state) => {
    state.products = new Map(products.map((product) => [product.id, product]));
    if (notice) state.notice = notice;
    for (const { name, balance, position } of houses) state.houses[name] = { balance, position };
    state.admins = admins?.count ?? 0;
  };
}

interface Corrections {
  actor: string;
  corrections: LoneCorrection[];
}

interface Open {
  user: string;
  count: number;
}

/** How many of another writer's events are worth following; beyond that everything is loaded anew. */
const catch_up_events_max = 2000;

/**
 * Another writer's events up to a position, behind the last one that was seen. Undefined where there are too many, and
 * where the log has another event there: an older one was put back, or a standby promoted that lacked some.
 */
export async function eventsBetween(
  client: ClientBase,
  seen: { position: number; hash: string },
  upTo: number,
): Promise<LedgerEvent[] | undefined> {
  if (upTo - seen.position > catch_up_events_max) return undefined;
  const [events, [last]] = await Promise.all([
    rowsOf<LedgerEvent>(client, { name: "load_events", text: eventsSql, values: [seen.position, upTo] }),
    rowsOf<{ hash: string }>(client, { name: "load_hash", text: hashSql, values: [seen.position] }),
  ]);
  return seen.position === 0 || last?.hash === seen.hash ? events : undefined;
}

function put<K, V>(loaded: Loaded<K, V>, asked: Set<K>, rows: V[], keyOf: (row: V) => K): void {
  for (const key of asked) loaded.set(key, null);
  for (const row of rows) loaded.set(keyOf(row), row);
}

async function rowsOf<R>(client: ClientBase, query: QueryConfig): Promise<R[]> {
  return (await client.query(query)).rows as R[];
}

const hashSql = `select encode(hash, 'hex') as hash from ledger.event where position = $1`;

const noticeSql = `select notice, momo_phone_number, momo_account_name, support_group, support_chat,
  correction_limit, admin_phone, card_number, templates, version, position from ledger.notice`;

const owners = `select user_id from ledger."order" where id = any ($2::bigint[])
  union all select user_id from ledger.topup where id = any ($3::bigint[])`;

const accountsSql = `select user_id as user, level, status, deleted, registered_at, version, position
  from ledger.account where user_id = any ($1::uuid[] || array (${owners}))`;

const walletsSql = `select user_id as user, balance, version, position
  from ledger.wallet where user_id = any ($1::uuid[] || array (${owners}))`;

const ordersSql = `select id, user_id as user, product_id as product, package_id as package, network, offer, amount,
    status, reason, charged_at, refunded_at, created_at, action_at, hidden, version, position
  from ledger."order" where id = any ($1::bigint[])`;

const topupsSql = `select id, user_id as user, amount, purpose, momo_transaction_id, status, credited_at,
    created_at, action_at, hidden, version, position
  from ledger.topup where id = any ($1::bigint[])`;

/** With what corrections among them correct in turn. */
const entriesSql = `with recursive chain (at) as (
    select unnest($1::bigint[] || array (select charged_at from ledger."order" where id = any ($2::bigint[])))
    union
    select (e.data ->> 'corrects')::bigint from chain c join ledger.event e on e.position = c.at
    where e.type = 'wallet_corrected' and e.data ->> 'corrects' is not null
  )
  select e.position as at, e.wallet, e.amount, coalesce(r.reversed, 0) as reversed,
    case when e.type = 'wallet_corrected' then (e.data ->> 'corrects')::bigint end as corrects,
    coalesce(r.position, 0) as position
  from chain c join ledger.event e on e.position = c.at left join ledger.reversal r on r.entry = e.position
  where e.wallet is not null`;

/** Time in the log never runs backwards: what is too old for the head's moment is so for every later one. */
const correctionsSql = `select a as actor, coalesce((
    select json_agg(json_build_object('wallet', wallet, 'amount', amount, 'recorded_at',
      to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) order by position)
    from ledger.event where type = 'wallet_corrected' and actor = a and not data ? 'requested_by'
      and recorded_at > (select recorded_at from ledger.head) - interval '${limits.correction_window_h} hours'
  ), '[]') as corrections from unnest($1::text[]) a`;

/** Orders by their days' counts: a large buyer has many of them. */
const openSql = `select u as user, (
    select coalesce(sum(count), 0) from ledger.sales_by_day where user_id = u and status in ('pending', 'processing')
  )::bigint + (
    select count(*) from ledger.topup where user_id = u and status = 'pending' and not hidden
  ) as count from unnest($1::uuid[]) u`;

/** Every column but the hash, as the log's own types. */
export const eventColumns = `position, stream, version, type, data, actor, command_id,
  encode(fingerprint, 'hex') as fingerprint, recorded_at, wallet, counterparty, amount, balance_after`;

const eventsSql = `select ${eventColumns} from ledger.event where position > $1::bigint and position <= $2::bigint
  order by position`;
