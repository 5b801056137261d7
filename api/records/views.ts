/** Users and orders as answers and the feed show them, out of the ledger's rows and the names beside them. */
import type { OrderDetail } from "#ledger/decide/command.ts";
import type { Order, Recharge } from "#ledger/decide/state.ts";
import type { Owner } from "#ledger/store/write/batch.ts";
import type { OrderView } from "#ledger/store/read/orders.ts";
import type { RechargeView } from "#ledger/store/read/recharges.ts";
import { usersById, type UserView } from "#ledger/store/read/users.ts";
import type { Shop } from "../context.ts";
import type { UserRecord } from "../contract/users.ts";
import { refused } from "../http/errors.ts";
import type { Person } from "./people.ts";
import { userRecord } from "./records.ts";

/** As they are now. */
export async function readUser({ db }: Pick<Shop, "db">, id: string): Promise<UserRecord> {
  const [view] = await usersById(db, [id]);
  if (!view) throw refused({ code: "user_unknown" });
  return userRecord(view);
}

/** `person`: as read at the account's own position. */
export function userView(person: Person, { account, wallet }: Owner): UserView {
  return {
    id: account.user,
    username: person.username,
    phone: person.phone,
    email: person.email,
    first_name: person.first_name,
    last_name: person.last_name,
    level: account.level,
    status: account.status,
    deleted: account.deleted,
    registered_at: account.registered_at,
    balance: wallet.balance,
    account_position: account.position,
    position: Math.max(account.position, wallet.position),
  };
}

/** Who that is, without what the ledger knows of them. */
export function personOf(view: UserView): Person {
  const { id: user, username, phone, email, first_name, last_name, account_position: position } = view;
  return { user, username, phone, email, first_name, last_name, position };
}

/** What a purchase makes of an order; all else comes later. */
export type Placed = Pick<
  Order,
  "id" | "user" | "package" | "network" | "offer" | "amount" | "created_at" | "position"
>;

/** An order that was placed and nothing else. Field by field: it is made for every purchase, and spreads are slow. */
export function placedView(
  order: Placed,
  person: Pick<Person, "username" | "phone">,
  detail: Omit<OrderDetail, "order">,
): OrderView {
  return {
    id: order.id,
    user_id: order.user,
    username: person.username,
    phone: person.phone,
    receiver: detail.receiver,
    form: detail.form,
    voucher: null,
    amount: order.amount,
    network: order.network,
    offer: order.offer,
    package_id: order.package,
    status: "pending",
    reason: null,
    charged_at: order.position,
    refunded_at: null,
    refunded: null,
    created_at: order.created_at,
    action_at: null,
    position: order.position,
    hidden: false,
  };
}

export function rechargeView(
  { user, ...row }: Recharge,
  { username, phone }: Pick<Person, "username" | "phone">,
): RechargeView {
  return { ...row, user_id: user, username, phone };
}
