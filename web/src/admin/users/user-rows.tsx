import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import type { MovementRecord } from "#api/contract/account.ts";
import { limits } from "#ledger/terms/limits.ts";
import { texts } from "#ledger/terms/texts.ts";
import { cursorOf } from "../../lib/keyset.ts";
import { useIsDesk } from "../../lib/media.ts";
import { buttonVariants } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { ExportButtons } from "../shared/export-buttons.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";
import { KeysetPager, pagedSize } from "../shared/keyset-pager.tsx";
import { NewPill } from "../../ui/new-pill.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { positionColumn } from "../audit/audit-columns.tsx";
import { MovementSheet } from "../audit/movement-sheet.tsx";
import { topupPageQuery } from "../finance/topups.query.ts";
import { RequestList } from "../finance/request-list.tsx";
import { OrderSheet } from "../orders/order-sheet.tsx";
import { orderPageQuery } from "../orders/order-page.query.ts";
import { dayHeading, orderColumns } from "../../app/orders/order-columns.tsx";
import { movementColumns } from "../../app/statement/movement-columns.tsx";
import { statementQuery } from "../../app/statement/statement.query.ts";

interface Props {
  user: string;
  size?: number;
  trail?: string;
  onGo: (change: { size?: number; trail?: string | undefined }) => void;
}

export function UserOrders({ user, size = limits.page_size_default, trail, onGo }: Props) {
  const query = useQuery({
    ...orderPageQuery({ user, limit: size, cursor: cursorOf(trail) }),
    placeholderData: keepPreviousData,
  });
  const [open, setOpen] = useState<string>();
  const rows = query.data?.rows ?? [];
  const order = rows.find(({ _id }) => _id === open);
  return (
    <>
      <NewPill
        count={query.data?.arrived.length}
        onShow={() => (trail === undefined ? void query.refetch() : onGo({ trail: undefined }))}
      />
      <ExportButtons path="/order/orders.csv" filter={{ user }} />
      <Rows what="The orders" query={query} count={rows.length}>
        <DataTable
          label="Orders"
          columns={orderColumns}
          rows={rows}
          pageSize={pagedSize(query.data, trail, size)}
          cardHeading={dayHeading}
          rowProps={({ _id }) => ({ "data-order": _id })}
          onOpen={({ _id }) => setOpen(_id)}
        />
      </Rows>
      <KeysetPager data={query.data} trail={trail} size={size} sizes={limits.page_sizes} onGo={onGo} />
      {order !== undefined && <OrderSheet order={order} onClose={() => setOpen(undefined)} />}
    </>
  );
}

export function UserRequests({ user, size = limits.page_size_default, trail, onGo }: Props) {
  const query = useQuery({
    ...topupPageQuery({ user, limit: size, cursor: cursorOf(trail) }),
    placeholderData: keepPreviousData,
  });
  const rows = query.data?.rows ?? [];
  return (
    <>
      <ExportButtons path="/recharge/topups.csv" filter={{ user }} />
      <Rows what="The requests" query={query} count={rows.length}>
        <RequestList rows={rows} pageSize={pagedSize(query.data, trail, size)} />
      </Rows>
      <KeysetPager
        data={query.data}
        trail={trail}
        size={size}
        sizes={limits.page_sizes_finance}
        onGo={onGo}
      />
    </>
  );
}

const statementColumns = [positionColumn<MovementRecord>(), ...movementColumns];

export function UserStatement({ user, size = limits.page_size_default, trail, onGo }: Props) {
  const query = useQuery({
    ...statementQuery({ limit: size, cursor: cursorOf(trail), user }),
    placeholderData: keepPreviousData,
  });
  const rows = query.data?.items ?? [];
  const data = query.data && { ...query.data, rows, isTotalExact: query.data.totalIsExact };
  const [open, setOpen] = useState<number>();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Link
          to="/admin/audit"
          search={{ user }}
          className={buttonVariants({ variant: "outline", size: "sm" })}
        >
          Search in the audit
        </Link>
        <ExportButtons path="/audit/movements.csv" filter={{ user }} />
      </div>
      <Rows what="The statement" query={query} count={rows.length}>
        <DataTable
          label="Wallet statement"
          columns={statementColumns}
          onOpen={({ position }) => setOpen(position)}
          rows={rows}
          pageSize={pagedSize(query.data, trail, size)}
        />
      </Rows>
      <KeysetPager data={data} trail={trail} size={size} sizes={limits.page_sizes} onGo={onGo} />
      {open !== undefined && <MovementSheet position={open} onOpen={setOpen} />}
    </>
  );
}

/** A list with its loading, empty and failed states. */
function Rows({
  what,
  query,
  count,
  children,
}: {
  what: string;
  query: UseQueryResult;
  count: number;
  children: ReactNode;
}) {
  const isDesk = useIsDesk();
  if (query.isPending) return <SkeletonRows count={5} className={isDesk ? "h-9" : "h-21"} />;
  if (query.isError)
    return (
      <Failure
        what={`${what} could not be loaded.`}
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  return count === 0 ? <EmptyState title={texts.noRecords} /> : children;
}
