import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { queryClient } from "../../lib/query-client.ts";
import { passes, type Asked, type ListDeclaration } from "#contract/list.ts";
import { cursorOf } from "../../ui/keyset-pager.tsx";
import { useSelection } from "../selection.tsx";
import { type Freshness, listQuery, type Merge, pagesKey } from "./list-query.ts";
import { type Go, type OwnParameters, useListState } from "./list-state.ts";

interface Options<Row> extends Freshness, Merge<Row> {
  /** Filters that the page sets itself, such as the user whose page it is. Without a choice it shows all their rows. */
  given?: Asked;
  /** The page's other parameters in the address. */
  own?: OwnParameters;
}

/** What a list page shows, and what can be done with it. */
export type ShownPage<Row extends object> = ReturnType<typeof useListPage<Row>>;

/** One page of a list, as the address asks for it. */
export function useListPage<Row extends object>(
  list: ListDeclaration<Row>,
  { given = {}, own = {}, ...options }: Options<Row> = {},
) {
  const state = useListState(list, { own, isWhole: Object.keys(given).length > 0 });
  const asked = { ...state.asked, ...given };
  const { size, trail } = state;
  const query = useQuery({
    ...listQuery(list, asked, { limit: size, cursor: cursorOf(trail) }, options),
    placeholderData: keepPreviousData,
  });
  const rows = query.data?.rows ?? [];
  const selection = useSelection(rows, list.key);
  const filters = { ...asked, search: undefined, from: undefined, to: undefined };
  // Only the feed changes rows that are on the screen.
  const mayChange = list.live !== undefined && !query.isPlaceholderData;
  const left = new Set(mayChange ? rows.filter((row) => !passes(list, filters, row)).map(list.key) : []);
  // Another list has no part in the selection.
  const go: Go = (change) => {
    selection.clear();
    state.go(change);
  };
  /** Fetches all pages of the list again, after the admin's own actions. Other people's must not move rows. */
  const refresh = () => {
    selection.clear();
    void queryClient.invalidateQueries({ queryKey: pagesKey(list) });
  };
  /** New rows are on the first page, sorted by newest first. */
  const showNew = () => {
    void queryClient.invalidateQueries({ queryKey: pagesKey(list) });
    if (state.order === "oldest") go({ order: "newest" });
    else if (trail !== undefined) go({});
  };
  return {
    list,
    state: { ...state, asked, go },
    given,
    query,
    rows,
    left,
    selection,
    /** The selected rows that are still work of this list. */
    able: selection.chosen.filter((row) => !left.has(list.key(row))),
    opened: rows.find((row) => list.key(row) === state.open),
    refresh,
    showNew,
  };
}
