/** The projections' writes: rows that a batch changed. The writer, rebuild and import all write through these. */
import type { Changes, SalesDelta } from "#ledger/decide/evolve.ts";
import type { Loaded, Order, State } from "#ledger/decide/state.ts";
import { type HouseAccount, houseAccounts } from "#ledger/terms/statuses.ts";
import {
  bigintArray,
  booleanArray,
  dateArray,
  integerArray,
  jsonbArray,
  textArray,
  timestampArray,
  uuidArray,
} from "./binary-array.ts";
import type { Part } from "./statement.ts";

/** One part for each table that changed. `placed`: orders that are new in this batch and need no look for a row. */
export function projectionParts(state: State, changes: Changes, placed: Set<number>): Part[] {
  const parts: Part[] = [];
  if (changes.wallets.size) parts.push(wallets(rows(state.wallets, changes.wallets)));
  if (changes.houses) parts.push(houses(state));
  const orders = rows(state.orders, changes.orders);
  const fresh = orders.filter((order) => placed.has(order.id));
  const moved = orders.filter((order) => !placed.has(order.id));
  if (fresh.length) parts.push(placedOrders(fresh));
  if (moved.length) parts.push(movedOrders(moved));
  if (changes.sales.size) parts.push(sales(changes));
  if (changes.sales.size || changes.requests.length) parts.push(totals(changes));
  if (changes.accounts.size) parts.push(accounts(rows(state.accounts, changes.accounts)));
  if (changes.topups.size) parts.push(topups(rows(state.topups, changes.topups)));
  if (changes.entries.size) parts.push(reversals(rows(state.entries, changes.entries)));
  if (changes.products.size) parts.push(products(state, changes));
  if (changes.notice) parts.push(notice(state));
  return parts;
}

function rows<K, V>(loaded: Loaded<K, V>, keys: Set<K>): V[] {
  return [...keys].map((key) => {
    const row = loaded.get(key);
    if (!row) throw new Error(`a change of an absent row ${String(key)}`);
    return row;
  });
}

function wallets(list: NonNullable<ReturnType<State["wallets"]["get"]>>[]): Part {
  return {
    name: "wallets",
    sql: `insert into ledger.wallet (user_id, balance, version, position)
          select * from unnest($1::uuid[], $2::bigint[], $3::integer[], $4::bigint[])
          on conflict (user_id) do update set balance = excluded.balance, version = excluded.version,
            position = excluded.position`,
    values: [
      uuidArray(list.map((row) => row.user)),
      bigintArray(list.map((row) => row.balance)),
      integerArray(list.map((row) => row.version)),
      bigintArray(list.map((row) => row.position)),
    ],
  };
}

function houses(state: State): Part {
  const of = (name: HouseAccount) => state.houses[name];
  return {
    name: "houses",
    sql: `update ledger.house_account h set balance = u.balance, position = u.position
          from unnest($1::text[], $2::bigint[], $3::bigint[]) as u (name, balance, position)
          where h.name = u.name and h.position <> u.position`,
    values: [
      textArray([...houseAccounts]),
      bigintArray(houseAccounts.map((name) => of(name).balance)),
      bigintArray(houseAccounts.map((name) => of(name).position)),
    ],
  };
}

function placedOrders(list: Order[]): Part {
  return {
    name: "placed",
    sql: `insert into ledger."order" (id, user_id, amount, charged_at, refunded_at, created_at, action_at, position,
            version, hidden, status, product_id, package_id, network, offer, reason)
          select * from unnest($1::bigint[], $2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[], $6::timestamptz[],
            $7::timestamptz[], $8::bigint[], $9::integer[], $10::boolean[], $11::text[], $12::text[], $13::text[],
            $14::text[], $15::text[], $16::text[])`,
    values: [
      bigintArray(list.map((row) => row.id)),
      uuidArray(list.map((row) => row.user)),
      bigintArray(list.map((row) => row.amount)),
      bigintArray(list.map((row) => row.charged_at)),
      bigintArray(list.map((row) => row.refunded_at)),
      timestampArray(list.map((row) => row.created_at)),
      timestampArray(list.map((row) => row.action_at)),
      bigintArray(list.map((row) => row.position)),
      integerArray(list.map((row) => row.version)),
      booleanArray(list.map((row) => row.hidden)),
      textArray(list.map((row) => row.status)),
      textArray(list.map((row) => row.product)),
      textArray(list.map((row) => row.package)),
      textArray(list.map((row) => row.network)),
      textArray(list.map((row) => row.offer)),
      textArray(list.map((row) => row.reason)),
    ],
  };
}

function movedOrders(list: Order[]): Part {
  return {
    name: "moved",
    sql: `update ledger."order" o set refunded_at = u.refunded_at, action_at = u.action_at, position = u.position,
            version = u.version, hidden = u.hidden, status = u.status, reason = u.reason
          from unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::bigint[], $5::integer[], $6::boolean[],
            $7::text[], $8::text[]) as u (id, refunded_at, action_at, position, version, hidden, status, reason)
          where o.id = u.id`,
    values: [
      bigintArray(list.map((row) => row.id)),
      bigintArray(list.map((row) => row.refunded_at)),
      timestampArray(list.map((row) => row.action_at)),
      bigintArray(list.map((row) => row.position)),
      integerArray(list.map((row) => row.version)),
      booleanArray(list.map((row) => row.hidden)),
      textArray(list.map((row) => row.status)),
      textArray(list.map((row) => row.reason)),
    ],
  };
}

function sales(changes: Changes): Part {
  const list = [...changes.sales.values()].flat();
  return {
    name: "sales",
    sql: `insert into ledger.sales_by_day as s (user_id, day, status, count, value, position)
          select * from unnest($1::uuid[], $2::date[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[])
          on conflict (user_id, day, status) do update set count = s.count + excluded.count,
            value = s.value + excluded.value, position = excluded.position`,
    values: [
      uuidArray(list.map((row) => row.user)),
      dateArray(list.map((row) => row.day)),
      textArray(list.map((row) => row.status)),
      bigintArray(list.map((row) => row.count)),
      bigintArray(list.map((row) => row.value)),
      bigintArray(list.map((row) => row.position)),
    ],
  };
}

function totals({ sales: byUser, requests }: Changes): Part {
  const orders: Omit<SalesDelta, "user">[] = [];
  for (const { day, status, count, value, position } of [...byUser.values()].flat()) {
    let sum = orders.find((one) => one.status === status && one.day === day);
    if (!sum) orders.push((sum = { day, status, count: 0, value: 0, position }));
    sum.count += count;
    sum.value += value;
    sum.position = Math.max(sum.position, position);
  }
  const list = [...orders, ...requests];
  return {
    name: "totals",
    sql: `insert into ledger.daily_total as s (list, day, status, count, value, position)
          select * from unnest($1::text[], $2::date[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[])
          on conflict (list, day, status) do update set count = s.count + excluded.count,
            value = s.value + excluded.value, position = excluded.position`,
    values: [
      textArray(list.map((_, index) => (index < orders.length ? "order" : "topup"))),
      dateArray(list.map((row) => row.day)),
      textArray(list.map((row) => row.status)),
      bigintArray(list.map((row) => row.count)),
      bigintArray(list.map((row) => row.value)),
      bigintArray(list.map((row) => row.position)),
    ],
  };
}

function accounts(list: NonNullable<ReturnType<State["accounts"]["get"]>>[]): Part {
  return {
    name: "accounts",
    sql: `insert into ledger.account (user_id, level, status, deleted, registered_at, version, position)
          select * from unnest($1::uuid[], $2::text[], $3::text[], $4::boolean[], $5::timestamptz[], $6::integer[],
            $7::bigint[])
          on conflict (user_id) do update set level = excluded.level, status = excluded.status,
            deleted = excluded.deleted, version = excluded.version, position = excluded.position`,
    values: [
      uuidArray(list.map((row) => row.user)),
      textArray(list.map((row) => row.level)),
      textArray(list.map((row) => row.status)),
      booleanArray(list.map((row) => row.deleted)),
      timestampArray(list.map((row) => row.registered_at)),
      integerArray(list.map((row) => row.version)),
      bigintArray(list.map((row) => row.position)),
    ],
  };
}

function topups(list: NonNullable<ReturnType<State["topups"]["get"]>>[]): Part {
  return {
    name: "topups",
    sql: `insert into ledger.topup (id, user_id, amount, credited_at, created_at, action_at, position, version,
            hidden, purpose, status, momo_transaction_id)
          select * from unnest($1::bigint[], $2::uuid[], $3::bigint[], $4::bigint[], $5::timestamptz[],
            $6::timestamptz[], $7::bigint[], $8::integer[], $9::boolean[], $10::text[], $11::text[], $12::text[])
          on conflict (id) do update set credited_at = excluded.credited_at, action_at = excluded.action_at,
            position = excluded.position, version = excluded.version, hidden = excluded.hidden,
            status = excluded.status`,
    values: [
      bigintArray(list.map((row) => row.id)),
      uuidArray(list.map((row) => row.user)),
      bigintArray(list.map((row) => row.amount)),
      bigintArray(list.map((row) => row.credited_at)),
      timestampArray(list.map((row) => row.created_at)),
      timestampArray(list.map((row) => row.action_at)),
      bigintArray(list.map((row) => row.position)),
      integerArray(list.map((row) => row.version)),
      booleanArray(list.map((row) => row.hidden)),
      textArray(list.map((row) => row.purpose)),
      textArray(list.map((row) => row.status)),
      textArray(list.map((row) => row.momo_transaction_id)),
    ],
  };
}

function reversals(list: NonNullable<ReturnType<State["entries"]["get"]>>[]): Part {
  return {
    name: "reversals",
    sql: `insert into ledger.reversal (entry, reversed, position)
          select * from unnest($1::bigint[], $2::bigint[], $3::bigint[])
          on conflict (entry) do update set reversed = excluded.reversed, position = excluded.position`,
    values: [
      bigintArray(list.map((row) => row.at)),
      bigintArray(list.map((row) => row.reversed)),
      bigintArray(list.map((row) => row.position)),
    ],
  };
}

function products(state: State, changes: Changes): Part {
  const list = [...changes.products].flatMap((id) => state.products.get(id) ?? []);
  return {
    name: "products",
    sql: `insert into ledger.product (id, network, status, note, image, packages, version, position)
          select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::jsonb[], $7::integer[],
            $8::bigint[])
          on conflict (id) do update set network = excluded.network, status = excluded.status, note = excluded.note,
            image = excluded.image, packages = excluded.packages, version = excluded.version,
            position = excluded.position`,
    values: [
      textArray(list.map((row) => row.id)),
      textArray(list.map((row) => row.network)),
      textArray(list.map((row) => row.status)),
      textArray(list.map((row) => row.note)),
      textArray(list.map((row) => row.image)),
      jsonbArray(list.map((row) => JSON.stringify(row.packages))),
      integerArray(list.map((row) => row.version)),
      bigintArray(list.map((row) => row.position)),
    ],
  };
}

function notice({ notice: row }: State): Part {
  return {
    name: "notice",
    sql: `update ledger.notice set notice = $1, momo_phone_number = $2, momo_account_name = $3, support_group = $4,
            support_chat = $5, correction_limit = $6::bigint, admin_phone = $7, card_number = $8, templates = $9::jsonb,
            version = $10::integer, position = $11::bigint`,
    values: [
      row.notice,
      row.momo_phone_number,
      row.momo_account_name,
      row.support_group,
      row.support_chat,
      row.correction_limit,
      row.admin_phone,
      row.card_number,
      JSON.stringify(row.templates),
      row.version,
      row.position,
    ],
  };
}
