/** The projections' writes: rows that a batch changed. The writer, rebuild and import all write with these. */
import type { Changes, RequestsDelta, SalesDelta } from "#ledger/decide/evolve/changes.ts";
import type {
  Account,
  Approval,
  Entry,
  House,
  Loaded,
  Order,
  Payment,
  Product,
  State,
  Topup,
  Wallet,
} from "#ledger/decide/state.ts";
import { emptySettings, type Settings } from "#ledger/decide/events/settings.ts";
import type { HouseAccount } from "#ledger/terms/rails.ts";
import type { Part } from "./statement.ts";
import {
  add,
  bigint,
  boolean,
  type Column,
  date,
  insert,
  integer,
  jsonb,
  type Table,
  type Target,
  text,
  timestamptz,
  update,
  upsert,
  uuid,
} from "./tables.ts";

/** One part for each table that changed. `placed`: orders that are new in this batch, so no row needs to be looked for. */
export function projectionParts(state: State, changes: Changes, placed: Set<number>, target: Target): Part[] {
  const parts: Part[] = [];
  const orders = rowsOf(state.orders, changes.orders);
  const fresh = orders.filter((order) => placed.has(order.id));
  const moved = orders.filter((order) => !placed.has(order.id));
  if (changes.wallets.size) parts.push(upsert(wallets, rowsOf(state.wallets, changes.wallets), target));
  if (changes.houses.size)
    parts.push(update(houses, housesOf(state, changes), target, ["balance", "position"]));
  if (fresh.length) parts.push(insert(orderTable, fresh, target, "placed"));
  if (moved.length) parts.push(update(orderTable, moved, target, movedColumns, "moved"));
  if (changes.sales.size) parts.push(add(sales, [...changes.sales.values()].flat(), target));
  if (changes.sales.size || changes.requests.length) parts.push(add(totals, totalsOf(changes), target));
  if (changes.accounts.size)
    parts.push(upsert(accounts, rowsOf(state.accounts, changes.accounts), target, accountColumns));
  if (changes.topups.size)
    parts.push(upsert(topups, rowsOf(state.topups, changes.topups), target, topupColumns));
  if (changes.approvals.size)
    parts.push(upsert(approvals, rowsOf(state.approvals, changes.approvals), target));
  if (changes.payments.size)
    parts.push(upsert(payments, rowsOf(state.payments, changes.payments), target, paymentColumns));
  if (changes.entries.size) parts.push(upsert(reversals, rowsOf(state.entries, changes.entries), target));
  if (changes.products.size) parts.push(upsert(products, productsOf(state, changes), target));
  if (changes.settings) parts.push(upsert(settings, [state.settings], target));
  return parts;
}

function rowsOf<K, V>(loaded: Loaded<K, V>, keys: Set<K>): V[] {
  return [...keys].map((key) => {
    const row = loaded.get(key);
    if (!row) throw new Error(`a change of a missing row ${String(key)}`);
    return row;
  });
}

const wallets: Table<Wallet> = {
  name: "wallet",
  key: ["user_id"],
  columns: {
    user_id: uuid((row) => row.user),
    balance: bigint((row) => row.balance),
    version: integer((row) => row.version),
    position: bigint((row) => row.position),
  },
};

const houses: Table<House & { name: HouseAccount }> = {
  name: "house_account",
  key: ["name"],
  columns: {
    name: text((row) => row.name),
    balance: bigint((row) => row.balance),
    position: bigint((row) => row.position),
  },
};

function housesOf({ houses }: State, changes: Changes): (House & { name: HouseAccount })[] {
  return [...changes.houses].map((name) => ({ name, ...houses[name] }));
}

const orderTable: Table<Order> = {
  name: "order",
  key: ["id"],
  columns: {
    id: bigint((row) => row.id),
    user_id: uuid((row) => row.user),
    amount: bigint((row) => row.amount),
    charged_at: bigint((row) => row.charged_at),
    refunded_at: bigint((row) => row.refunded_at),
    created_at: timestamptz((row) => row.created_at),
    action_at: timestamptz((row) => row.action_at),
    position: bigint((row) => row.position),
    version: integer((row) => row.version),
    hidden: boolean((row) => row.hidden),
    status: text((row) => row.status),
    product_id: text((row) => row.product),
    package_id: text((row) => row.package),
    network: text((row) => row.network),
    offer: text((row) => row.offer),
    reason: text((row) => row.reason),
    supplier_batch: bigint((row) => row.supplier_batch),
  },
};
const movedColumns = [
  "refunded_at",
  "action_at",
  "position",
  "version",
  "hidden",
  "status",
  "reason",
  "supplier_batch",
];

const sales: Table<SalesDelta> = {
  name: "sales_by_day",
  key: ["user_id", "day", "status"],
  columns: {
    user_id: uuid((row) => row.user),
    day: date((row) => row.day),
    status: text((row) => row.status),
    count: bigint((row) => row.count),
    value: bigint((row) => row.value),
    position: bigint((row) => row.position),
  },
};

type Total = (Omit<SalesDelta, "user"> | RequestsDelta) & { list: "order" | "topup" };

const totals: Table<Total> = {
  name: "daily_total",
  key: ["list", "day", "status"],
  columns: {
    list: text((row) => row.list),
    day: date((row) => row.day),
    status: text((row) => row.status),
    count: bigint((row) => row.count),
    value: bigint((row) => row.value),
    position: bigint((row) => row.position),
  },
};

function totalsOf({ sales: byUser, requests }: Changes): Total[] {
  const list: Total[] = [];
  for (const { day, status, count, value, position } of [...byUser.values()].flat()) {
    let sum = list.find((one) => one.status === status && one.day === day);
    if (!sum) list.push((sum = { list: "order", day, status, count: 0, value: 0, position }));
    sum.count += count;
    sum.value += value;
    sum.position = Math.max(sum.position, position);
  }
  for (const delta of requests) list.push({ list: "topup", ...delta });
  return list;
}

const accounts: Table<Account> = {
  name: "account",
  key: ["user_id"],
  columns: {
    user_id: uuid((row) => row.user),
    level: text((row) => row.level),
    status: text((row) => row.status),
    deleted: boolean((row) => row.deleted),
    registered_at: timestamptz((row) => row.registered_at),
    version: integer((row) => row.version),
    position: bigint((row) => row.position),
  },
};
const accountColumns = ["level", "status", "deleted", "version", "position"];

const topups: Table<Topup> = {
  name: "topup",
  key: ["id"],
  columns: {
    id: bigint((row) => row.id),
    user_id: uuid((row) => row.user),
    amount: bigint((row) => row.amount),
    credited_at: bigint((row) => row.credited_at),
    created_at: timestamptz((row) => row.created_at),
    action_at: timestamptz((row) => row.action_at),
    position: bigint((row) => row.position),
    version: integer((row) => row.version),
    hidden: boolean((row) => row.hidden),
    purpose: text((row) => row.purpose),
    status: text((row) => row.status),
    momo_transaction_id: text((row) => row.momo_transaction_id),
    reason: text((row) => row.reason),
    payment: uuid((row) => row.payment),
  },
};
const topupColumns = [
  "credited_at",
  "payment",
  "action_at",
  "position",
  "version",
  "hidden",
  "status",
  "reason",
];

const approvals: Table<Approval> = {
  name: "approval",
  key: ["id"],
  columns: {
    id: uuid((row) => row.id),
    request: jsonb((row) => JSON.stringify(row.request)),
    requested_by: uuid((row) => row.requested_by),
    requested_at: timestamptz((row) => row.requested_at),
    status: text((row) => row.status),
    decided_by: text((row) => row.decided_by),
    decided_at: timestamptz((row) => row.decided_at),
    version: integer((row) => row.version),
    position: bigint((row) => row.position),
  },
};

const payments: Table<Payment> = {
  name: "payment",
  key: ["id"],
  columns: {
    id: uuid((row) => row.id),
    user_id: uuid((row) => row.user),
    amount: bigint((row) => row.amount),
    fee: bigint((row) => row.fee),
    topup_id: bigint((row) => row.topup),
    received: bigint((row) => row.received),
    received_at: timestamptz((row) => row.received_at),
    action_at: timestamptz((row) => row.action_at),
    position: bigint((row) => row.position),
    version: integer((row) => row.version),
    disputed: boolean((row) => row.disputed),
    rail: text((row) => row.rail),
    status: text((row) => row.status),
    transaction: text((row) => row.transaction),
    reason: text((row) => row.reason),
  },
};
const paymentColumns = [
  "user_id",
  "fee",
  "topup_id",
  "action_at",
  "position",
  "version",
  "disputed",
  "status",
  "reason",
];

const reversals: Table<Entry> = {
  name: "reversal",
  key: ["entry"],
  columns: {
    entry: bigint((row) => row.at),
    reversed: bigint((row) => row.reversed),
    position: bigint((row) => row.position),
  },
};

const products: Table<Product> = {
  name: "product",
  key: ["id"],
  columns: {
    id: text((row) => row.id),
    network: text((row) => row.network),
    status: text((row) => row.status),
    note: text((row) => row.note),
    image: text((row) => row.image),
    packages: jsonb((row) => JSON.stringify(row.packages)),
    version: integer((row) => row.version),
    position: bigint((row) => row.position),
  },
};

function productsOf(state: State, changes: Changes): Product[] {
  return [...changes.products].map((id) => {
    const product = state.products.get(id);
    if (!product) throw new Error(`a change of a missing product ${id}`);
    return product;
  });
}

const settings: Table<Settings> = {
  name: "settings",
  key: ["id"],
  columns: {
    id: boolean(() => true),
    ...Object.fromEntries(
      Object.keys(emptySettings).map((name) => [name, settingColumn(name as keyof Settings)]),
    ),
  },
};

function settingColumn(name: keyof Settings): Column<Settings> {
  const first = emptySettings[name];
  if (name === "version") return integer((row) => row.version);
  if (typeof first === "string") return text((row) => row[name] as string);
  if (typeof first === "boolean") return boolean((row) => row[name] as boolean);
  if (typeof first === "object" && first !== null) return jsonb((row) => JSON.stringify(row[name]));
  return bigint((row) => row[name] as number | null);
}
