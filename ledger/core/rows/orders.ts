import type { Pesewas } from "#contract/terms/money.ts";
import type { OrderStatus } from "#contract/terms/statuses.ts";
import type { Row } from "./row.ts";

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
}

/** What is stored about an order outside the log. */
export interface OrderDetail {
  order: number;
  receiver: string;
  form: string | null;
}
