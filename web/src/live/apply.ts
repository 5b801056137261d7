import type { Query, QueryClient } from "@tanstack/react-query";
import type { LiveEvent, LiveMessage } from "#contract/live.ts";
import type { UserRecord } from "#contract/user-list.ts";
import { logNameAt } from "../lib/log-names.ts";
import { hasOnlyRemovedRows } from "../lib/listing.ts";
import {
  rememberOwnChange,
  beginRecent,
  catchUpTo,
  type FeedMark,
  feedMark,
  isCovered,
  isRemoved,
  keepRecent,
} from "./recent.ts";

/** Figures are fetched at most once per interval, also after a burst of events. */
const recount_ms = 1000;

/** The position in the last hello. */
let resumedFrom: FeedMark | null = null;

export function applyMessage(client: QueryClient, message: LiveMessage): void {
  if ("event" in message) applyToCache(client, message);
  else if (message.type === "welcome") welcome(client, message);
  else if (message.type === "approvals") refetchApprovals(client);
  else catchUpTo(message);
}

/** Applies one change from the answer to this page's own command. */
export function applyChange(client: QueryClient, event: LiveEvent): void {
  rememberOwnChange(event);
  applyToCache(client, event);
}

/** Applying a change twice does no harm: the feed reports this page's own changes too. */
function applyToCache(client: QueryClient, event: LiveEvent): void {
  if (isRemoved(event)) return;
  keepRecent(event);
  for (const query of client.getQueryCache().getAll()) {
    const data: unknown = query.state.data;
    if (query.meta?.live !== undefined && data !== undefined) {
      const changed = query.meta.live.apply(data, event);
      // updatedAt stays, because an event does not make the rest of the list any fresher.
      if (changed !== data)
        client.setQueryData(query.queryKey, changed, { updatedAt: query.state.dataUpdatedAt });
      if (changed !== data && hasOnlyRemovedRows(changed)) refetchSoon(client, query);
    }
    if (query.meta?.outdatedBy?.(event) === true) refetchSoon(client, query);
  }
}

/** Applies the account in the answer to this page's own command; undefined if the command changed none. */
export function applyAccount(client: QueryClient, account: UserRecord | undefined): void {
  if (account === undefined) return;
  applyChange(client, { event: "userUpdated", data: account, position: account.position });
}

/**
 * The position to resume from, for the hello. After the first welcome it is the feed's own. Before that it is the
 * oldest of the loaded lists, so that the server sends what they lack and none is fetched again.
 */
export function resumeMark(client: QueryClient): FeedMark | null {
  const fetched = fetchedPositions(client);
  const position = Math.min(...fetched);
  resumedFrom = feedMark() ?? (fetched.length === 0 ? null : { position, log: logNameAt(position) });
  return resumedFrom;
}

/** Refetches lists that were fetched before the feed began, because no event will fill their gap. */
export function watchGaps(client: QueryClient): () => void {
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success") return;
    const position = fetchedPosition(event.query);
    if (position !== undefined && !isCovered(position)) refetchSoon(client, event.query);
  });
}

/** The newest position that a loaded list reflects. */
export function newestPosition(client: QueryClient): number | undefined {
  const positions = fetchedPositions(client);
  return positions.length === 0 ? undefined : Math.max(...positions);
}

function welcome(client: QueryClient, message: Extract<LiveMessage, { type: "welcome" }>): void {
  const { refetch: isLost, isOtherLog } = message;
  if (resumedFrom === null || isLost) beginRecent(message);
  // The missed rows follow, and caughtUp after them. If the line breaks in between, the position has not moved and
  // nothing is lost.
  else if (feedMark() === null) beginRecent(resumedFrom);
  // By their positions, rows that were lost with the other log would look newer than those of this one.
  if (isOtherLog === true) return void client.resetQueries();
  for (const query of client.getQueryCache().getAll()) {
    const fetched = fetchedPosition(query);
    const isBehind = fetched !== undefined && !isCovered(fetched);
    // What could not be loaded without a connection can be loaded now.
    const isFailed = query.state.status === "error";
    if (isBehind || isFailed || (isLost && query.meta?.outdatedBy !== undefined))
      refetchSoon(client, query, 0);
  }
  // The event may have been missed while disconnected.
  refetchApprovals(client);
}

function refetchApprovals(client: QueryClient): void {
  for (const query of client.getQueryCache().getAll())
    if (query.meta?.approvals === true) refetchSoon(client, query, 0);
}

function fetchedPosition(query: Query): number | undefined {
  const data: unknown = query.state.data;
  return data === undefined ? undefined : query.meta?.live?.position(data);
}

function fetchedPositions(client: QueryClient): number[] {
  return client
    .getQueryCache()
    .getAll()
    .map((query) => fetchedPosition(query as Query))
    .filter((position) => position !== undefined);
}

const pending = new Set<string>();

function refetchSoon(
  client: QueryClient,
  query: { queryHash: string; queryKey: readonly unknown[] },
  delay_ms = recount_ms,
): void {
  if (pending.has(query.queryHash)) return;
  pending.add(query.queryHash);
  setTimeout(() => {
    pending.delete(query.queryHash);
    void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }, delay_ms);
}
