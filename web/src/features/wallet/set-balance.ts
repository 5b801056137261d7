import { queryClient } from "../../lib/query-client.ts";
import { applyChange } from "../../live/apply.ts";
import { usersQuery } from "./users.query.ts";

/** Takes the balance that a command's answer names into the cache; the feed will say the same. */
export function setBalance(userId: string, balance: number, position: number): void {
  const user = queryClient.getQueryData(usersQuery.queryKey)?.rows.find((each) => each._id === userId);
  if (user === undefined || user.position >= position) return;
  applyChange(queryClient, { event: "userUpdated", data: { ...user, balance, position }, position });
}
