/** Notes what a user is to be told, in the transaction of the change. Messages make texts of it (messages/notices.ts). */
import type { SideWrite } from "#ledger/log/writer.ts";
import type { AccountMessageKind } from "#contract/account-messages.ts";
import type { SignInHelp } from "#contract/terms/sign-in-help.ts";

/** As the column `unused_change` has them. */
type SignInPart = "phone number" | "password" | "second factor";

/** SQL that notes the change, in an update of the user's row. Nothing is noted of a user who is no admin. */
function noteChangeSql(part: SignInPart): string {
  return `unused_change = case when exists (
    select from ledger.account a where a.user_id = "user".id and a.level = 'Admin') then '${part}' end`;
}

export function noteChangeWrite(user: string, part: SignInPart): SideWrite {
  return { text: `update shop."user" set ${noteChangeSql(part)} where id = $1`, values: [user] };
}

export type NoticeKind = Extract<
  AccountMessageKind,
  "new_device" | "password_changed" | "phone_changed" | "sign_in_help" | "paid_twice"
>;

/** An SQL expression that notes what is to be told, in the transaction of the change. `user` and `detail` (jsonb): SQL. */
export function tellSql(kind: NoticeKind, user: string, detail: string): string {
  return `shop.tell_user(${user}, '${kind}', ${detail})`;
}

/** The write that tells of a new phone number. It comes before the one that changes the number. */
export function phoneNoticeWrite(user: string, phone: string): SideWrite {
  const detail = "jsonb_build_object('before', phone, 'after', $2::text)";
  return {
    text: `select ${tellSql("phone_changed", "id", detail)} from shop."user" where id = $1 and phone <> $2`,
    values: [user, phone],
  };
}

/** The write that sets a new password and tells of it, if `isTold`. `condition`: SQL about the user's row, with $3 onward. */
export function passwordWrite(
  user: string,
  hashed: string,
  isTold: boolean,
  { condition = "true", values = [] }: { condition?: string; values?: unknown[] } = {},
): SideWrite {
  const update = `update shop."user" set password_hash = $2, ${noteChangeSql("password")} where id = $1 and ${condition}`;
  return {
    text: isTold
      ? `with changed as (${update} returning id)
         select ${tellSql("password_changed", "id", "'{}'")} from changed`
      : update,
    values: [user, hashed, ...values],
  };
}

/** The write that tells a user that an admin has given somebody a way to a new password. */
export function helpNoticeWrite(user: string, way: SignInHelp): SideWrite {
  const detail = "jsonb_build_object('way', $2::text)";
  return { text: `select ${tellSql("sign_in_help", "$1", detail)}`, values: [user, way] };
}
