/** Users and orders as answers and the feed show them, out of the ledger's rows and the names beside them. */
import type { OrderDetail } from "#ledger/decide/command.ts";
import type { Order, Recharge } from "#ledger/decide/state.ts";
import type { Owner } from "#ledger/store/batch.ts";
import type { OrderView } from "#ledger/store/reads/orders.ts";
import type { RechargeView } from "#ledger/store/reads/recharges.ts";
import { usersById, type UserView } from "#ledger/store/reads/users.ts";
import type { Shop } from "./context.ts";
import type { UserRecord } from "./contract/users.ts";
import { refused } from "./errors.ts";
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

/** An order that was placed and nothing else: what comes later, a voucher or a refund, is not in its row. */
export function placedView(
  order: Omit<Order, "product" | "version">,
  { username, phone }: Pick<Person, "username" | "phone">,
  { receiver, form }: Omit<OrderDetail, "order">,
): OrderView {
  const { user, package: package_id, ...row } = order;
  return {
    ...row,
    user_id: user,
    package_id,
    username,
    phone,
    receiver,
    form,
    voucher: null,
    refunded: null,
  };
}

export function rechargeView(
  { user, ...row }: Recharge,
  { username, phone }: Pick<Person, "username" | "phone">,
): RechargeView {
  return { ...row, user_id: user, username, phone };
}
