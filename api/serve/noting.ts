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
/**
 * SQL that notes what is to be told, for the end of a `with` clause. `source`: a part of it with the columns user_id and
 * detail (jsonb). It runs in the transaction of the change.
 */
export function notingSql(kind: NoticeKind, source: string): string {
  return `noted as (insert into shop.notice (user_id, kind, detail) select user_id, '${kind}', detail from ${source} returning id),
    queued as (select (jobs.add_job('tell_user', json_build_object('id', id), job_key => 'tell:' || id)).id from noted)`;
}

/** The write that tells of a new phone number. It comes before the one that changes the number. */
export function phoneNoticeWrite(user: string, phone: string): SideWrite {
  return {
    text: `with changed as (
        select id as user_id, jsonb_build_object('before', phone, 'after', $2::text) as detail
        from shop."user" where id = $1 and phone <> $2
      ), ${notingSql("phone_changed", "changed")} select id from queued`,
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
      ? `with changed as (${update} returning id as user_id, '{}'::jsonb as detail),
         ${notingSql("password_changed", "changed")} select id from queued`
      : update,
    values: [user, hashed, ...values],
  };
}

/** The write that tells a user that an admin has given somebody a way to a new password. */
export function helpNoticeWrite(user: string, way: SignInHelp): SideWrite {
  return {
    text: `with given as (select $1::uuid as user_id, jsonb_build_object('way', $2::text) as detail),
      ${notingSql("sign_in_help", "given")} select id from queued`,
    values: [user, way],
  };
}
