import { queryOptions } from "@tanstack/react-query";
import { passes, type AnyList, type Asked, type ListDeclaration } from "#contract/list.ts";
import type { LiveEvent } from "#contract/live.ts";
import { fetchPage, queryString } from "../../lib/lists.ts";
import type { Positioned, Rules } from "../../lib/listing.ts";
import { liveQuery } from "../../live/live-query.ts";

/** How the pages of a list stay up to date. */
export interface Upkeep<Row> {
  /** A page is asked for again this often. */
  every_ms?: number;
  /** An event after which it is asked for again. The feed's rows need no word here. */
  outdatedBy?: (event: LiveEvent) => boolean;
  /** Only the first page gets old: new rows are on top, and no row changes. */
  isFirstOnly?: true;
  /** What a row of the feed takes over from the one on the screen. */
  merge?: (row: Row, old: Row | undefined) => Row;
}

interface PageAsked {
  limit: number;
  cursor?: string | undefined;
}

/** The start of the query keys of all pages of a list. */
export function pagesKey({ name }: Pick<AnyList, "name">) {
  return [name, "page"] as const;
}

/**
 * One page of a list. New rows of the feed are announced and not inserted, so that no row moves under a finger. The rows of
 * lists that the feed changes have positions.
 */
export function listQuery<Row extends object>(
  list: ListDeclaration<Row>,
  asked: Asked,
  page: PageAsked,
  { merge, every_ms, outdatedBy, isFirstOnly }: Upkeep<Row> = {},
) {
  const { live } = list;
  const getsOld = isFirstOnly !== true || page.cursor === undefined;
  const queryKey = [...pagesKey(list), asked, page] as const;
  const fetch = (signal: AbortSignal) =>
    fetchPage<Row & Positioned>(`${list.path}${queryString({ ...asked, ...page })}`, signal);
  const query = live
    ? liveQuery(queryKey, fetch, rulesOf(list, live, { asked, isFirst: page.cursor === undefined }, merge))
    : queryOptions({ queryKey, queryFn: ({ signal }) => fetch(signal), staleTime: 0 });
  return queryOptions({
    ...query,
    ...(getsOld && every_ms !== undefined && { refetchInterval: every_ms }),
    meta: { ...query.meta, ...(getsOld && outdatedBy && { outdatedBy }) },
  });
}

function rulesOf<Row extends object>(
  list: ListDeclaration<Row>,
  live: NonNullable<ListDeclaration<Row>["live"]>,
  { asked, isFirst }: { asked: Asked; isFirst: boolean },
  merge: Upkeep<Row>["merge"],
): Rules<Row & Positioned> {
  return {
    key: list.key,
    list: live.removed,
    // The declaration's events carry the declaration's rows.
    takes: (event) =>
      live.events.some((each) => each === event.event)
        ? (event.data as unknown as Row & Positioned)
        : undefined,
    unknown: "announce",
    belongs: (row, { rows }) =>
      passes(list, asked, row) && live.isNew(row, asked, isFirst ? rows : undefined),
    ...(merge && { merge: (row, old) => ({ ...merge(row, old), position: row.position }) }),
  };
}
