/** The projections' tables. Each field of the ledger's rows has its column here, and nowhere else. */
import type { SalesDelta, RequestsDelta } from "#ledger/core/evolve/changes.ts";
import type { Approval } from "#ledger/core/rows/approvals.ts";
import type { Order } from "#ledger/core/rows/orders.ts";
import type { Payment } from "#ledger/core/rows/payments.ts";
import type { Product } from "#ledger/core/rows/products.ts";
import { emptySettings, type Settings } from "#ledger/core/rows/settings.ts";
import type { Topup } from "#ledger/core/rows/topups.ts";
import type { Account } from "#ledger/core/rows/users.ts";
import type { Entry, Wallet } from "#ledger/core/rows/wallets.ts";
import type { House } from "#ledger/core/state.ts";
import type { HouseAccount } from "#contract/terms/rails.ts";
import {
  as,
  bigint,
  boolean,
  type Column,
  type Columns,
  date,
  integer,
  jsonb,
  type Table,
  text,
  timestamptz,
  uuid,
} from "./tables.ts";

export const walletTable: Table<Wallet> = {
  name: "wallet",
  key: ["user"],
  columns: { user: as("user_id", uuid), balance: bigint, version: integer, position: bigint },
};

export type NamedHouse = House & { name: HouseAccount };

export const houseTable: Table<NamedHouse> = {
  name: "house_account",
  key: ["name"],
  columns: { name: text, balance: bigint, position: bigint },
};

export const orderTable: Table<Order> = {
  name: "order",
  key: ["id"],
  fixed: ["user", "amount", "charged_at", "created_at", "product", "package", "network", "offer"],
  columns: {
    id: bigint,
    user: as("user_id", uuid),
    amount: bigint,
    charged_at: bigint,
    refunded_at: bigint,
    created_at: timestamptz,
    action_at: timestamptz,
    position: bigint,
    version: integer,
    hidden: boolean,
    status: text,
    product: as("product_id", text),
    package: as("package_id", text),
    network: text,
    offer: text,
    reason: text,
    supplier_batch: bigint,
  },
};

export const salesTable: Table<SalesDelta> = {
  name: "sales_by_day",
  key: ["user", "day", "status"],
  columns: {
    user: as("user_id", uuid),
    day: date,
    status: text,
    count: bigint,
    value: bigint,
    position: bigint,
  },
};

export type Total = (Omit<SalesDelta, "user"> | RequestsDelta) & { list: "order" | "topup" };

export const totalTable: Table<Total> = {
  name: "daily_total",
  key: ["list", "day", "status"],
  columns: { list: text, day: date, status: text, count: bigint, value: bigint, position: bigint },
};

export const accountTable: Table<Account> = {
  name: "account",
  key: ["user"],
  fixed: ["registered_at"],
  columns: {
    user: as("user_id", uuid),
    level: text,
    status: text,
    deleted: boolean,
    registered_at: timestamptz,
    version: integer,
    position: bigint,
  },
};

export const topupTable: Table<Topup> = {
  name: "topup",
  key: ["id"],
  fixed: ["user", "amount", "created_at", "purpose", "momo_transaction_id"],
  columns: {
    id: bigint,
    user: as("user_id", uuid),
    amount: bigint,
    credited_at: bigint,
    created_at: timestamptz,
    action_at: timestamptz,
    position: bigint,
    version: integer,
    hidden: boolean,
    purpose: text,
    status: text,
    momo_transaction_id: text,
    reason: text,
    payment: uuid,
  },
};

export const approvalTable: Table<Approval> = {
  name: "approval",
  key: ["id"],
  columns: {
    id: uuid,
    request: jsonb,
    requested_by: uuid,
    requested_at: timestamptz,
    status: text,
    decided_by: text,
    decided_at: timestamptz,
    version: integer,
    position: bigint,
  },
};

export const paymentTable: Table<Payment> = {
  name: "payment",
  key: ["id"],
  fixed: ["amount", "received", "received_at", "rail", "transaction"],
  columns: {
    id: uuid,
    user: as("user_id", uuid),
    amount: bigint,
    fee: bigint,
    topup: as("topup_id", bigint),
    received: bigint,
    received_at: timestamptz,
    action_at: timestamptz,
    position: bigint,
    version: integer,
    disputed: boolean,
    rail: text,
    status: text,
    transaction: text,
    reason: text,
  },
};

/** The log has the rest of a movement. */
export const reversalTable: Table<Pick<Entry, "at" | "reversed" | "position">> = {
  name: "reversal",
  key: ["at"],
  columns: { at: as("entry", bigint), reversed: bigint, position: bigint },
};

export const productTable: Table<Product> = {
  name: "product",
  key: ["id"],
  columns: {
    id: text,
    network: text,
    status: text,
    note: text,
    image: text,
    packages: jsonb,
    version: integer,
    position: bigint,
  },
};

export type OnlySettings = Settings & { /** The table has one row. */ id: true };

export const settingsTable: Table<OnlySettings> = {
  name: "settings",
  key: ["id"],
  columns: {
    id: boolean,
    ...Object.fromEntries(
      Object.keys(emptySettings).map((name) => [name, settingColumn(name as keyof Settings)]),
    ),
  } as Columns<OnlySettings>,
};

function settingColumn(name: keyof Settings): Column<never> {
  const first = emptySettings[name];
  if (name === "version") return integer;
  if (typeof first === "string") return text;
  if (typeof first === "boolean") return boolean;
  return typeof first === "object" && first !== null ? jsonb : bigint;
}
