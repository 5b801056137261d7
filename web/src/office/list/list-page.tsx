import { type ReactNode, createContext } from "react";
import { texts } from "#contract/terms/texts.ts";
import { useIsDesk } from "../../lib/media.ts";
import type { Columns } from "../../ui/list-columns.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState, Loading } from "../../ui/placeholders.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { KeysetPager, pagedSize, cursorOf } from "../../ui/pager.tsx";
import { DownloadMenu } from "../../ui/file-buttons.tsx";
import { type ChipCounts, ListFilters } from "./list-filters.tsx";
import { type Asked, type ListDeclaration, passes } from "#contract/list.ts";
import { Button } from "../../ui/button.tsx";
import { ArrowUp, type LucideIcon, RefreshCw } from "lucide-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { queryClient } from "../../lib/query-client.ts";
import { SelectAll, SelectMatching, useSelection } from "../selection.tsx";
import { listQuery, pagesKey, type Upkeep } from "./list-query.ts";
import { type Go, type OwnParameters, useListState } from "./list-state.ts";

interface Props<Row extends object> {
  page: ShownPage<Row>;
  title: string;
  columns: Columns<Row>;
  /** A part of another page: its title is smaller. */
  isSection?: boolean;
  /** Beside the title: links and buttons of this page. */
  actions?: ReactNode;
  /** Between the title and the filters. */
  children?: ReactNode;
  counts?: ChipCounts | undefined;
  /** Below "No records found", if nothing that a user has chosen narrows the list: what will be here, and the first step. */
  whenNew?: ReactNode;
  /** The same if something may narrow it. `isWhole`: nothing but the chips narrows the list. */
  whenEmpty?: ((asked: ShownPage<Row>["state"]["asked"], isWhole: boolean) => ReactNode) | undefined;
  /** How high a row is on a desk and a card on a phone, as classes, while the rows are loading. */
  rowHeights?: readonly [desk: string, phone: string];
  /** Rows can be selected; on a phone by a tap. Columns need one with a checkbox. */
  isSelectable?: boolean;
  /** A click opens a row: the page shows `page.opened`. */
  canOpen?: boolean;
  /** Above the rows, such as the results of the last action. */
  results?: ReactNode;
  className?: string;
}

/** A list of the office: title, filters, rows and pager, all from the list's declaration and the page's columns. */
export function ListPage<Row extends object>(props: Props<Row>) {
  const { page, title, isSection = false, actions, children, counts, results } = props;
  const { list, state, query, left } = page;
  const name = isSection ? <h2 className="text-lg font-bold">{title}</h2> : <PageTitle>{title}</PageTitle>;
  const Frame = isSection ? "section" : "div";
  return (
    <Frame {...(isSection && { "aria-label": title })} className="flex min-w-0 flex-col gap-3.5">
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-3">
        {name}
        <div className="flex flex-wrap items-center gap-2">
          <NewPill count={left.size} what="changed" Icon={RefreshCw} onShow={() => void query.refetch()} />
          <NewPill count={query.data?.arrived.length ?? 0} what="new" Icon={ArrowUp} onShow={page.showNew} />
          {actions}
          {list.file !== undefined && <DownloadMenu path={list.file} filter={state.asked} />}
        </div>
      </div>
      {children}
      <ListFilters list={list} state={state} given={page.given} counts={counts} />
      {results}
      <Rows {...props} />
      <KeysetPager
        data={query.data}
        trail={state.trail}
        size={state.size}
        sizes={list.sizes}
        onGo={state.go}
      />
    </Frame>
  );
}

function Rows<Row extends object>({
  page,
  title,
  columns,
  whenNew,
  whenEmpty,
  rowHeights: [deskHeight, phoneHeight] = ["h-9", "h-38"],
  isSelectable = false,
  canOpen = false,
  className,
}: Props<Row>) {
  const { list, state, query, rows, left, selection } = page;
  const isDesk = useIsDesk();
  const { selected, select } = selection;
  const ids = rows.map(list.key);
  // And no further: once rows beyond the page are selected, nothing is left to offer.
  const isPageSelected = selected.size === ids.length && ids.every((id) => selected.has(id));
  const height = isDesk ? deskHeight : phoneHeight;
  const isWhole = Object.keys(state.chosen).every((name) => list.filters[name]?.control.kind === "chips");
  if (!query.isSuccess)
    return (
      <Loading of={query} what={`The ${list.name} could not be loaded.`} rows={state.size} height={height} />
    );
  const { data } = query;
  if (rows.length === 0)
    return <Empty page={page} whenNew={whenNew} whenEmpty={whenEmpty} isWhole={isWhole} />;
  return (
    <ShownListContext value={{ ids, selected, left, select }}>
      {isSelectable && !isDesk && (
        <SelectAll ids={ids} selected={selected} onSelect={select} className="gap-3" />
      )}
      {isSelectable && data.total > rows.length && isPageSelected && (
        <SelectMatching list={list} asked={state.asked} {...data} onSelect={selection.selectThese} />
      )}
      <DataTable<Row>
        label={title}
        columns={columns}
        rows={rows}
        pageSize={pagedSize(data, state.trail, state.size)}
        rowProps={(row) => {
          const key = list.key(row);
          const look = left.has(key) ? "left" : selected.has(key) ? "selected" : undefined;
          return { [`data-${list.noun}`]: key, "data-state": look };
        }}
        {...(canOpen && { onOpen: (row) => state.setOpen(list.key(row)) })}
        {...(isSelectable && { onTap: (row) => select([list.key(row)], !selected.has(list.key(row))) })}
        {...(className !== undefined && { className })}
      />
    </ShownListContext>
  );
}

/** The next step from an empty list: what to do first, or all rows if something narrows the list. */
function Empty<Row extends object>({
  page: { list, state, given },
  whenNew,
  whenEmpty,
  isWhole,
}: Pick<Props<Row>, "page" | "whenNew" | "whenEmpty"> & { isWhole: boolean }) {
  const narrowing = Object.entries(state.asked).filter(
    ([name, value]) => value !== undefined && name !== "order" && !(name in given),
  );
  const isNew = Boolean(whenNew) && narrowing.every(([name, value]) => value === state.initialOf(name));
  const widest = (name: string) => (state.initialOf(name) === undefined ? undefined : "all");
  const names = [...Object.keys(list.filters), "search", "from", "to"];
  const showAll = () => state.go(Object.fromEntries(names.map((name) => [name, widest(name)])));
  return (
    <EmptyState title={texts.noRecords} onShowAll={narrowing.length > 0 && !isNew ? showAll : undefined}>
      {isNew ? whenNew : whenEmpty?.(state.asked, isWhole)}
    </EmptyState>
  );
}

interface NewPillProps {
  count: number;
  what: string;
  Icon: LucideIcon;
  onShow: () => void;
}

/** Shows how many rows are not in the list yet, or have changed since it was fetched. A tap shows them. */
function NewPill({ count, what, Icon, onShow }: NewPillProps) {
  return (
    <div role="status" className="empty:-mr-2">
      {count > 0 && (
        <Button variant="soft" size="pill" onClick={onShow}>
          <Icon aria-hidden className="size-4" /> {count} {what}
        </Button>
      )}
    </div>
  );
}

/** The rows of a list page that are on the screen, for the cells of its columns. */
interface ShownList {
  ids: readonly string[];
  selected: ReadonlySet<string>;
  /** Rows that somebody has changed since the list was fetched: they stay in their place, but are no work of this list. */
  left: ReadonlySet<string>;
  select: (ids: readonly string[], on: boolean) => void;
}

export const ShownListContext = createContext<ShownList>({
  ids: [],
  selected: new Set(),
  left: new Set(),
  select: () => {},
});

interface Options<Row> extends Upkeep<Row> {
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
