import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ArrowUp } from "lucide-react";
import { useState } from "react";
import type { OrderRecord } from "#api/contract/orders.ts";
import { limits } from "#ledger/terms/limits.ts";
import type { OrderStatus } from "#ledger/terms/statuses.ts";
import { showingEntries, texts } from "#ledger/terms/texts.ts";
import { defined } from "../../lib/defined.ts";
import { backward, cursorOf, forward } from "../../lib/keyset.ts";
import { useIsDesk } from "../../lib/media.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Pager } from "../../ui/pager.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { countsQuery } from "../admin/counts.query.ts";
import { ActDialog } from "./act-dialog.tsx";
import { AdminOrderCards } from "./admin-order-cards.tsx";
import { AdminOrdersTable } from "./admin-orders-table.tsx";
import { CommandBar } from "./command-bar.tsx";
import type { ListProps } from "./list-props.ts";
import type { Act } from "./move-orders.ts";
import { orderPageQuery } from "./order-page.query.ts";
import { StatusTabs } from "./status-tabs.tsx";

interface Props {
  status?: OrderStatus | "all";
  size?: number;
  trail?: string;
}

export function AdminOrdersPage({ status = "pending", size = limits.page_size_default, trail }: Props) {
  const query = orderPageQuery({
    status: status === "all" ? undefined : status,
    limit: size,
    cursor: cursorOf(trail),
  });
  const { data, isPending, isError, error, refetch } = useQuery({
    ...query,
    placeholderData: keepPreviousData,
  });
  const navigate = useNavigate({ from: "/admin/orders" });
  const client = useQueryClient();
  const isDesk = useIsDesk();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<{ act: Act; orders: OrderRecord[] } | null>(null);

  const orders = data?.rows ?? [];
  const go = (change: { [Key in keyof Props]: Props[Key] | undefined }) => {
    setSelected(new Set());
    // Another list begins at its first page.
    void navigate({ search: (old) => defined({ ...old, trail: undefined, ...change }) });
  };
  const select = (ids: string[], on: boolean) =>
    setSelected((old) => new Set(on ? [...old, ...ids] : [...old].filter((id) => !ids.includes(id))));
  const finish = () => {
    setSelected(new Set());
    // One's own acts may move rows; only others' must not.
    void client.invalidateQueries({ queryKey: ["orders", "page"] });
    void client.invalidateQueries(countsQuery);
  };
  const list: ListProps = {
    orders,
    selected,
    onSelect: select,
    onAct: (act, of) => setAsked({ act, orders: of }),
  };
  const next = data?.next ?? null;

  return (
    <>
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-3">
        <PageTitle>Orders</PageTitle>
        <NewPill count={data?.arrived.length ?? 0} onShow={() => void refetch()} />
      </div>
      <StatusTabs status={status} onChange={(chosen) => go({ status: chosen })} />
      {isPending && <SkeletonRows count={size} className={isDesk ? "h-9" : "h-38"} />}
      {isError && (
        <Failure what="The orders could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && orders.length === 0 && (
        <EmptyState title={texts.noRecords}>
          {status === "pending" ? "Every order is taken care of." : undefined}
        </EmptyState>
      )}
      {orders.length > 0 && (isDesk ? <AdminOrdersTable {...list} /> : <AdminOrderCards {...list} />)}
      {data !== undefined && (orders.length > 0 || trail !== undefined) && (
        <Pager
          text={showingEntries(orders.length, data.total)}
          size={size}
          sizes={limits.page_sizes}
          onSize={(chosen) => go({ size: chosen })}
          onPrevious={trail === undefined ? undefined : () => go({ trail: backward(trail) })}
          onNext={next === null ? undefined : () => go({ trail: forward(trail, next) })}
        />
      )}
      <CommandBar
        orders={orders.filter((order) => selected.has(order._id))}
        onAct={list.onAct}
        onClear={() => setSelected(new Set())}
      />
      {asked !== null && <ActDialog {...asked} onDone={finish} onClose={() => setAsked(null)} />}
    </>
  );
}

function NewPill({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div role="status">
      {count > 0 && (
        <Button look="soft" size="pill" onClick={onShow}>
          <ArrowUp aria-hidden className="size-4" /> {count} new
        </Button>
      )}
    </div>
  );
}
