import { queryOptions } from "@tanstack/react-query";
import type { AccountAnswer } from "#api/contract/users.ts";
import { get } from "../../lib/api.ts";

/** A user with their sessions, fetched again when anything about them changes. */
export function accountQuery(id: string) {
  return queryOptions({
    queryKey: ["account", id],
    queryFn: ({ signal }) => get<AccountAnswer>(`/user/${id}/account`, signal),
    meta: {
      outdatedBy: (event) =>
        event.event === "userUpdated" || (event.event === "removed" && event.data.list === "user")
          ? event.data._id === id
          : false,
    },
  });
}
