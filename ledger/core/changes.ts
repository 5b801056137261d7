/** Which rows events have changed, and by how much the sums over days have. */
import { dayOf } from "#contract/terms/dates.ts";
import type { RequestsStatus, SalesStatus } from "#contract/terms/statuses.ts";
import type { HouseAccount } from "#contract/terms/rails.ts";
import type { Order } from "./rows/orders.ts";
import { as, bigint, date, type Table, text, uuid } from "./rows/table.ts";
import type { Topup } from "./rows/topups.ts";

/** What to add to one row of sales_by_day. */
export interface SalesDelta {
  user: string;
  day: string;
  status: SalesStatus;
  count: number;
  value: number;
  position: number;
}

/** What to add to one row of daily_total: a day's top-up requests. A day's orders are the sum of its sales. */
export type RequestsDelta = Omit<SalesDelta, "user" | "status"> & { status: RequestsStatus };

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

/** The rows that events have changed since it was created: what has to be written. */
export class Changes {
  readonly accounts = new Set<string>();
  readonly wallets = new Set<string>();
  readonly orders = new Set<number>();
  readonly topups = new Set<number>();
  readonly products = new Set<string>();
  readonly approvals = new Set<string>();
  readonly payments = new Set<string>();
  readonly fulfilments = new Set<string>();
  readonly agent_shops = new Set<string>();
  readonly withdrawals = new Set<string>();
  readonly entries = new Set<number>();
  readonly houses = new Set<HouseAccount>();
  /** By user, few for each: a combined key of user, day and status took 8 % of a replay. */
  readonly sales = new Map<string, SalesDelta[]>();
  readonly requests: RequestsDelta[] = [];
  settings = false;

  sale(order: Order, status: SalesStatus, sign: 1 | -1, position: number): void {
    const day = dayOf(order.created_at);
    let ofUser = this.sales.get(order.user);
    if (!ofUser) this.sales.set(order.user, (ofUser = []));
    let delta = ofUser.find((one) => one.status === status && one.day === day);
    if (!delta) ofUser.push((delta = { user: order.user, day, status, count: 0, value: 0, position }));
    delta.count += sign;
    delta.value += sign * order.amount;
    delta.position = position;
  }

  request({ created_at, amount }: Topup, status: RequestsStatus, sign: 1 | -1, position: number): void {
    const day = dayOf(created_at);
    let delta = this.requests.find((one) => one.status === status && one.day === day);
    if (!delta) this.requests.push((delta = { day, status, count: 0, value: 0, position }));
    delta.count += sign;
    delta.value += sign * amount;
    delta.position = position;
  }
}
