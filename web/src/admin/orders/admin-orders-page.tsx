import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { OrderRecord } from "#api/contract/orders.ts";
import { limits } from "#ledger/terms/limits.ts";
import type { OrderStatus } from "#ledger/terms/statuses.ts";
import { texts } from "#ledger/terms/texts.ts";
import { defined } from "../../lib/address.ts";
import { cursorOf } from "../../lib/keyset.ts";
import { useIsDesk } from "../../lib/media.ts";
import { buttonVariants } from "../../ui/button.tsx";
import { ExportButtons } from "../shared/export-buttons.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";
import { KeysetPager, pagedSize } from "../shared/keyset-pager.tsx";
import { NewPill } from "../../ui/new-pill.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Tabs, TabsContent } from "../../ui/tabs.tsx";
import { countsQuery } from "../counts.query.ts";
import { ActDialog } from "./act-dialog.tsx";
import { ActResults } from "../shared/act-results.tsx";
import { useSelection } from "../shared/selection.ts";
import type { Result } from "../shared/work-each.ts";
import { AdminOrderList } from "./admin-order-list.tsx";
import { CommandBar } from "./command-bar.tsx";
import { ShortcutsButton, ShortcutsHelp } from "../shared/shortcuts-help.tsx";
import { canMove, type Act } from "./move-orders.ts";
import { defaultOrder, OrderFilters } from "./order-filters.tsx";
import type { OrderList } from "./order-list.ts";
import { orderLine } from "./order-line.tsx";
import { orderShortcuts, useOrderShortcuts } from "./order-shortcuts.ts";
import { type OrderFilter, orderPageQuery } from "./order-page.query.ts";
import { OrderSheet } from "./order-sheet.tsx";
import { SelectMatching } from "./select-matching.tsx";
import { SendDialog } from "./send-dialog.tsx";

export interface AdminOrdersSearch {
  /** Pending by default, because that is the open work. */
  status?: OrderStatus | "all";
  q?: string;
  network?: string;
  /** The number of a supplier batch. */
  batch?: number;
  /** Order dates, "2026-11-21". */
  from?: string;
  to?: string;
  /** Open work starts with the oldest by default, and everything else with the newest. */
  order?: "oldest" | "newest";
  size?: number;
  /** The cursors of the pages so far, the current one last (lib/keyset.ts). */
  trail?: string;
  /** The id of the open order. */
  open?: number;
}
export type GoOrders = (change: {
  [Key in keyof AdminOrdersSearch]: AdminOrdersSearch[Key] | undefined;
}) => void;

const inResults = { noun: "order", line: orderLine } as const;
const inHelp = { noun: "order", shortcuts: orderShortcuts, acts: "p, c and r" } as const;

export function AdminOrdersPage(search: AdminOrdersSearch) {
  const { status = "pending", size = limits.page_size_default, trail } = search;
  const filter = filterOf(search);
  const { data, isPending, isPlaceholderData, isError, error, refetch } = useQuery({
    ...orderPageQuery({ ...filter, limit: size, cursor: cursorOf(trail) }),
    placeholderData: keepPreviousData,
  });
  const isDesk = useIsDesk();
  const orders = data?.rows ?? [];
  const hasLeft = ({ status: now }: OrderRecord) =>
    !isPlaceholderData && filter.status !== undefined && now !== filter.status;
  const { selected, chosen, select, selectThese, clear } = useSelection(orders);
  const go = useGo(clear);
  const turn = useGo(clear, false);
  const { last, setLast, setAsked, setSending, dialogs } = useActing(clear);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [opened, setOpen] = useOpened(orders, search.open);
  const showNew = useShowNew(filter, trail, go);
  const act = (how: Act, of: OrderRecord[]) => {
    const able = of.filter((each) => !hasLeft(each) && canMove(each, how));
    if (able.length > 0) setAsked({ act: how, orders: able });
  };
  const able = chosen.filter((order) => !hasLeft(order));
  const list: OrderList = { orders, selected, hasLeft, onSelect: select, onAct: act, onOpen: setOpen };
  useOrderShortcuts({
    ...list,
    chosen: able,
    onSend: setSending,
    onHelp: () => setHelpOpen(true),
    onRefresh: () => void refetch(),
  });

  return (
    <>
      <Heading
        filter={filter}
        arrived={data?.arrived.length}
        changed={orders.filter(hasLeft).length}
        onShowNew={showNew}
        onShowChanged={() => void refetch()}
        onHelp={() => setHelpOpen(true)}
      />
      <Tabs value={status} onValueChange={(tab: typeof status) => go({ status: tab })}>
        <OrderFilters {...search} onGo={go} />
        <TabsContent value={status}>
          {last !== null && <ActResults {...inResults} {...last} onClose={() => setLast(null)} />}
          {isPending && <SkeletonRows count={size} className={isDesk ? "h-9" : "h-38"} />}
          {isError && (
            <Failure what="The orders could not be loaded." error={error} onRetry={() => void refetch()} />
          )}
          {data !== undefined && orders.length === 0 && <NothingFound {...search} />}
          {data !== undefined && isAllOf(orders, selected) && data.total > orders.length && (
            <SelectMatching filter={filter} {...data} onSelect={selectThese} />
          )}
          {orders.length > 0 && <AdminOrderList {...list} pageSize={pagedSize(data, trail, size)} />}
          <KeysetPager data={data} trail={trail} size={size} sizes={limits.page_sizes} onGo={turn} />
        </TabsContent>
      </Tabs>
      <CommandBar orders={able} onAct={act} onSend={setSending} onClear={clear} />
      {dialogs}
      {opened !== undefined && <OrderSheet order={opened} onClose={() => setOpen(undefined)} />}
      {isHelpOpen && <ShortcutsHelp {...inHelp} onClose={() => setHelpOpen(false)} />}
    </>
  );
}

/** The questions before orders are moved or sent, and what came of the last one. */
function useActing(clear: () => void) {
  const refresh = useFinish(clear);
  const [last, setLast] = useState<{ done: string; results: Result<OrderRecord>[] } | null>(null);
  const [asked, setAsked] = useState<{ act: Act; orders: OrderRecord[] } | null>(null);
  const [sending, setSending] = useState<OrderRecord[] | null>(null);
  const finish = (results: Result<OrderRecord>[]) => {
    refresh();
    setLast(asked !== null && results.length > 1 ? { done: asked.act.done, results } : null);
  };
  const dialogs = (
    <>
      {asked !== null && <ActDialog {...asked} onDone={finish} onClose={() => setAsked(null)} />}
      {sending !== null && <SendDialog orders={sending} onDone={refresh} onClose={() => setSending(null)} />}
    </>
  );
  return { last, setLast, setAsked, setSending, dialogs };
}

function filterOf({
  status = "pending",
  q,
  network,
  batch,
  from,
  to,
  order = defaultOrder(status),
}: AdminOrdersSearch): OrderFilter {
  const shown = status === "all" ? undefined : status;
  return {
    status: shown,
    search: q,
    network,
    batch,
    from,
    to,
    order: order === "oldest" ? order : undefined,
  };
}

function Heading({
  filter,
  arrived,
  changed,
  onShowNew,
  onShowChanged,
  onHelp,
}: {
  filter: OrderFilter;
  arrived: number | undefined;
  changed: number;
  onShowNew: () => void;
  onShowChanged: () => void;
  onHelp: () => void;
}) {
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-3">
      <PageTitle>Orders</PageTitle>
      <div className="flex flex-wrap items-center gap-2">
        <NewPill count={changed} what="changed" onShow={onShowChanged} />
        <NewPill count={arrived} onShow={onShowNew} />
        <Link to="/admin/batches" className={buttonVariants({ variant: "outline", size: "sm" })}>
          Batches
        </Link>
        <ExportButtons path="/order/orders.csv" filter={{ ...filter }} />
        <ShortcutsButton onOpen={onHelp} />
      </div>
    </div>
  );
}

function NothingFound({ status = "pending", q, network, batch, from, to }: AdminOrdersSearch) {
  const isWhole = [q, network, batch, from, to].every((each) => each === undefined);
  return (
    <EmptyState title={texts.noRecords}>
      {status === "pending" && isWhole ? "Every order is taken care of." : undefined}
    </EmptyState>
  );
}

/** Shows a different list, from its first page. Turning a page does not scroll, so that the pager keeps its place. */
function useGo(clear: () => void, resetScroll = true): GoOrders {
  const navigate = useNavigate({ from: "/admin/orders" });
  return (change) => {
    clear();
    void navigate({
      search: (old) => defined({ ...old, trail: undefined, open: undefined, ...change }),
      resetScroll,
    });
  };
}

/** The order of the list that is open. */
function useOpened(orders: readonly OrderRecord[], open: number | undefined) {
  const navigate = useNavigate({ from: "/admin/orders" });
  const setOpen = (id: string | undefined) =>
    void navigate({
      search: (old) => defined({ ...old, open: id === undefined ? undefined : Number(id) }),
      resetScroll: false,
    });
  return [orders.find(({ id }) => id === open), setOpen] as const;
}

/** Selected on this page, and no further: once orders beyond it are selected, nothing is left to offer. */
function isAllOf(orders: readonly OrderRecord[], selected: ReadonlySet<string>): boolean {
  return orders.length > 0 && selected.size === orders.length && orders.every(({ _id }) => selected.has(_id));
}

/** New orders are on the first page, sorted by newest first. */
function useShowNew({ order }: OrderFilter, trail: string | undefined, go: GoOrders): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: ["orders", "page"] });
    if (order === "oldest" || trail !== undefined) go({ order: "newest", trail: undefined });
  };
}

/** The admin's own actions may move rows. Other people's must not. */
function useFinish(clear: () => void): () => void {
  const client = useQueryClient();
  return () => {
    clear();
    void client.invalidateQueries({ queryKey: ["orders", "page"] });
    void client.invalidateQueries(countsQuery);
  };
}
