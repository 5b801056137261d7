import { hashKey, type QueryClient } from "@tanstack/react-query";
import { getSession, keepSession } from "../lib/session.ts";
import { writeStored } from "../lib/storage.ts";
import { ownRecordQuery } from "./users.query.ts";

/** Stores the user's last known record as CurrUser, and updates the session's level and username from it. */
export function rememberOwnRecord(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.query.queryHash !== hashKey(ownRecordQuery.queryKey)) return;
    const session = getSession();
    const me = client.getQueryData(ownRecordQuery.queryKey)?.rows.find((user) => user._id === session?._id);
    if (session === null || me === undefined) return;
    writeStored("CurrUser", JSON.stringify(me));
    writeStored("seenAt", new Date().toISOString());
    if (me.userLevel !== session.userLevel || me.username !== session.username)
      keepSession({ ...session, ...me });
  });
}
