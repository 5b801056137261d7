/** A user as answers and the feed show them. */
import type { Owner } from "#ledger/store/batch.ts";
import { usersById, type UserView } from "#ledger/store/reads/users.ts";
import type { Principal } from "./auth/principals.ts";
import type { Shop } from "./context.ts";
import type { UserRecord } from "./contract/users.ts";
import { refused } from "./errors.ts";
import { userRecord } from "./records.ts";

/** As they are now. */
export async function readUser({ db }: Pick<Shop, "db">, id: string): Promise<UserRecord> {
  const [view] = await usersById(db, [id]);
  if (!view) throw refused({ code: "user_unknown" });
  return userRecord(view);
}

/** Their rows with the names that go with them: those read at the account's own position. */
export function userView(
  { username, phone, email, first_name, last_name }: Omit<Principal, "session">,
  { account, wallet }: Owner,
): UserView {
  return {
    id: account.user,
    username,
    phone,
    email,
    first_name,
    last_name,
    level: account.level,
    status: account.status,
    deleted: account.deleted,
    registered_at: account.registered_at,
    balance: wallet.balance,
    position: Math.max(account.position, wallet.position),
  };
}
