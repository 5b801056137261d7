import type { Pesewas } from "#contract/terms/money.ts";
import type { OrderStatus } from "#contract/terms/statuses.ts";
import { as, bigint, boolean, integer, type Row, type Table, text, timestamptz, uuid } from "./table.ts";

export interface Order extends Row {
  id: number;
  user: string;
  product: string;
  package: string;
  network: string;
  offer: string;
  amount: Pesewas;
  status: OrderStatus;
  reason: string | null;
  /** Position of the charge. */
  charged_at: number;
  /** Position of the refund. */
  refunded_at: number | null;
  created_at: string;
  action_at: string | null;
  hidden: boolean;
  /** The number of the supplier batch that it went with. */
  supplier_batch: number | null;
  /** The payment of a guest in its user's shop, who paid for it in place of the wallet. */
  payment: string | null;
}

/** What purchases say since a later version than the first. */
const laterFields = [] as const satisfies readonly (keyof Order)[];
export type Later = Pick<Order, (typeof laterFields)[number]>;
/** What a purchase says of its order. It never changes. */
const placedFields = ["user", "product", "package", "network", "offer", "amount", ...laterFields] as const;
export type Placed = Pick<Order, (typeof placedFields)[number]>;

/** What an order has when it is placed, unless its purchase says it: older ones do not say the later fields. */
export const atFirst = {
  status: "pending",
  reason: null,
  refunded_at: null,
  action_at: null,
  hidden: false,
  supplier_batch: null,
  payment: null,
} as const satisfies Partial<Order> & Later;

/** The later fields as a command says them, and as at first where it does not. */
export function laterOf(said: Partial<Later>): Later {
  const later: Partial<Record<keyof Order, unknown>> = {};
  for (const name of laterFields as readonly (keyof Later)[]) later[name] = said[name] ?? atFirst[name];
  return later as Later;
}

export const orderTable: Table<Order> = {
  name: "order",
  key: ["id"],
  fixed: [...placedFields, "payment", "charged_at", "created_at"],
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
    payment: uuid,
  },
};

/** What a list of orders can be filtered by, and the field that has it. */
export const orderFilterFields = {
  status: "status",
  network: "network",
  /** The number of a supplier batch. */
  batch: "supplier_batch",
} as const satisfies Record<string, keyof Order>;

/** What is stored about an order outside the log. */
export interface OrderDetail {
  order: number;
  receiver: string;
  form: string | null;
}

export const orderDetailTable: Table<OrderDetail> = {
  name: "order_detail",
  key: ["order"],
  columns: { order: as("order_id", bigint), receiver: text, form: text },
};
