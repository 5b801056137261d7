import type { AccountAnswer } from "#api/contract/users.ts";
import { getQuery } from "../lib/get-query.ts";

/** A user with their sessions, fetched again when anything about them changes. */
export function accountQuery(id: string) {
  return getQuery<AccountAnswer>(["account", id], `/user/${id}/account`, {
    outdatedBy: (event) =>
      event.event === "userUpdated" || (event.event === "removed" && event.data.list === "user")
        ? event.data._id === id
        : false,
  });
}
