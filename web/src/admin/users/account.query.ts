import { queryOptions } from "@tanstack/react-query";
import type { AccountAnswer } from "#api/contract/users.ts";
import { get } from "../../lib/api.ts";

/** One user with their sessions, asked for again whenever something about them has changed. */
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
