import type { UserRecord } from "#api/contract/users.ts";
import { queryClient } from "../../lib/query-client.ts";
import { applyChange } from "../../live/apply.ts";
import { isListing } from "../../live/listing.ts";

/** Takes the balance that a command's answer names into the cache; the feed will say the same. */
export function setBalance(userId: string, balance: number, position: number): void {
  const user = queryClient
    .getQueriesData({ queryKey: ["users"] })
    .flatMap(([, data]) => (isListing<UserRecord>(data) ? data.rows : []))
    .filter((each) => each._id === userId)
    .toSorted((a, b) => b.position - a.position)[0];
  if (user === undefined || user.position >= position) return;
  applyChange(queryClient, { event: "userUpdated", data: { ...user, balance, position }, position });
}
