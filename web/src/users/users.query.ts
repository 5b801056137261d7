import { queryOptions } from "@tanstack/react-query";
import type { UserRecord } from "#contract/user-list.ts";
import { fetchList } from "../lib/lists.ts";
import { untilAnswered, getQuery } from "../lib/query-client.ts";
import { getSession } from "../lib/session.ts";
import { readStoredJson } from "../lib/storage.ts";
import { listing, type Listing, type Rules } from "../lib/listing.ts";
import { liveQuery } from "../live/live-query.ts";
import type { FactorAnswer } from "#contract/second-factor.ts";

const rules: Rules<UserRecord> = {
  key: (user) => user._id,
  list: "user",
  takes: (event) =>
    event.event === "userUpdated" || event.event === "CurrUserUpdated" ? event.data : undefined,
  // The feed tells admins about all users, so unknown users are not added to a list.
  unknown: "announce",
  belongs: () => false,
};

/** The server's list that contains only the current user. */
export const ownRecordQuery = liveQuery(
  ["users", "me"],
  (signal) => fetchList<UserRecord>("/user?mine=1", signal),
  rules,
);

/** The current user with the balance. Until the server answers, the record that this device saw last. */
export const meQuery = queryOptions({
  ...ownRecordQuery,
  select: (users) => users.rows.find((user) => user._id === getSession()?._id),
  ...untilAnswered(lastSeen),
});

function lastSeen(): Listing<UserRecord> | undefined {
  const stored = readStoredJson<UserRecord>("CurrUser") ?? getSession();
  return stored === null ? undefined : listing<UserRecord>([stored], 0);
}

export const secondFactorQuery = getQuery<FactorAnswer>(["second-factor"], "/user/second-factor");
