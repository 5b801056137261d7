import { queryOptions } from "@tanstack/react-query";
import type { UserRecord } from "#api/contract/users.ts";
import { fetchList } from "../../lib/lists.ts";
import { getSession } from "../../lib/session.ts";
import { readStoredJson } from "../../lib/storage.ts";
import { listing, type Listing, type Rules } from "../../live/listing.ts";
import { liveQuery } from "../../live/live-query.ts";

const rules: Rules<UserRecord> = {
  key: (user) => user._id,
  takes: (event) =>
    event.event === "userUpdated" || event.event === "CurrUserUpdated" ? event.data : undefined,
  unknown: "insert",
};

/** All users for an admin, oneself for everybody else. */
export const usersQuery = liveQuery(["users"], (signal) => fetchList<UserRecord>("/user", signal), rules);

/** Oneself, with the balance. Until the server has spoken, what was last seen on this device. */
export const meQuery = queryOptions({
  ...usersQuery,
  select: (users) => users.rows.find((user) => user._id === getSession()?._id),
  placeholderData: lastSeen,
});

function lastSeen(): Listing<UserRecord> | undefined {
  const stored = readStoredJson<UserRecord>("CurrUser") ?? getSession();
  return stored === null ? undefined : listing<UserRecord>([stored], 0);
}
