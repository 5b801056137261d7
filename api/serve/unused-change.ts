/** What an admin has changed of how they sign in, until they use their rights: somebody else may have changed it. */
import type { SideWrite } from "#ledger/log/writer.ts";

/** As the column `unused_change` has them. */
export type SignInPart = "phone number" | "password" | "second factor";

/** SQL that notes the change, in an update of the user's row. Nothing is noted of a user who is no admin. */
export function noteChangeSql(part: SignInPart): string {
  return `unused_change = case when exists (
    select from ledger.account a where a.user_id = "user".id and a.level = 'Admin') then '${part}' end`;
}

export function noteChangeWrite(user: string, part: SignInPart): SideWrite {
  return { text: `update shop."user" set ${noteChangeSql(part)} where id = $1`, values: [user] };
}
