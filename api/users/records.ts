/** Users for answers and the feed, as the wire carries them, made from the ledger's state and the people's names. */
import type { Owner } from "#ledger/log/batch.ts";
import { usersById, type UserView } from "#ledger/users/reads.ts";
import { toCedis } from "#contract/terms/money.ts";
import type { Shop } from "../shop.ts";
import type { UserRecord } from "#contract/user-list.ts";
import { refused } from "../serve/errors.ts";
import type { Person } from "../serve/people.ts";

/** Reads the present state of a user. */
export async function readUser({ db }: Pick<Shop, "db">, id: string): Promise<UserRecord> {
  const [view] = await usersById(db, [id]);
  if (!view) throw refused({ code: "user_unknown" });
  return userRecord(view);
}

/** `person`: read at the account's position. */
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

/** The person, without the ledger's part of the user. */
export function personOf(view: UserView): Person {
  const { id: user, username, phone, email, first_name, last_name, account_position: position } = view;
  return { user, username, phone, email, first_name, last_name, position };
}

export function userRecord(view: UserView): UserRecord {
  return {
    _id: view.id,
    username: view.username,
    email: view.email,
    phone: view.phone,
    firstName: view.first_name,
    lastName: view.last_name,
    userLevel: view.level,
    status: view.status,
    isAdmin: view.level === "Admin",
    balance: toCedis(view.balance),
    registeredAt: view.registered_at,
    position: view.position,
  };
}
