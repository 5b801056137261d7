/** Sessions as answers carry them. */
import type { SessionView } from "#ledger/users/reads.ts";
import type { Door } from "../serve/door.ts";
import { ApiError } from "../serve/errors.ts";

export function sessionEntry({ id, device, created_at, rotated_at, expires_at }: SessionView) {
  return { _id: id, device, createdAt: created_at, lastSeenAt: rotated_at, expiresAt: expires_at };
}

/** An ended session is accepted: this may be a retry of the call that ended it. @throws ApiError 404 */
export async function requireSessionOf(shop: Door, user: string, session: string): Promise<void> {
  const found = await shop.db
    .selectFrom("shop.session")
    .select("id")
    .where("id", "=", session)
    .where("user_id", "=", user)
    .executeTakeFirst();
  if (!found) throw new ApiError("session_unknown", "This user has no such session");
}
