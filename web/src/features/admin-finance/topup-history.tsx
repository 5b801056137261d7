import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { RechargeRecord } from "#api/contract/recharges.ts";
import { formatDateTime } from "#ledger/terms/dates.ts";
import { limits } from "#ledger/terms/limits.ts";
import { groupPhone } from "#ledger/terms/phone.ts";
import { showingEntries, texts } from "#ledger/terms/texts.ts";
import { defined } from "../../lib/defined.ts";
import { backward, cursorOf, forward } from "../../lib/keyset.ts";
import { useIsDesk } from "../../lib/media.ts";
import { money } from "../../lib/money.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Pager } from "../../ui/pager.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Table, Td, Th } from "../../ui/table.tsx";
import { rechargePageQuery } from "./recharges.query.ts";

export function TopupHistory({ size = limits.page_size_default, trail }: { size?: number; trail?: string }) {
  const query = rechargePageQuery(size, cursorOf(trail));
  const { data, isPending, isError, error, refetch } = useQuery({
    ...query,
    placeholderData: keepPreviousData,
  });
  const navigate = useNavigate({ from: "/admin/finance" });
  const isDesk = useIsDesk();
  const go = (change: { size?: number; trail?: string | undefined }) =>
    void navigate({ search: (old) => defined({ ...old, trail: undefined, ...change }), resetScroll: false });
  const rows = data?.rows ?? [];
  const next = data?.next ?? null;
  return (
    <section aria-label="Topup history" className="mt-2 flex flex-col gap-2.5">
      <h2 className="text-[1.0625rem] font-bold">Topup history</h2>
      {isPending && <SkeletonRows count={size} className={isDesk ? "h-9" : "h-21"} />}
      {isError && (
        <Failure what="The history could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && rows.length === 0 && <EmptyState title={texts.noRecords} />}
      {rows.length > 0 && (isDesk ? <HistoryTable rows={rows} /> : <HistoryCards rows={rows} />)}
      {data !== undefined && rows.length > 0 && (
        <Pager
          text={showingEntries(rows.length, data.total)}
          size={size}
          sizes={limits.page_sizes_finance}
          onSize={(chosen) => go({ size: chosen })}
          onPrevious={trail === undefined ? undefined : () => go({ trail: backward(trail) })}
          onNext={next === null ? undefined : () => go({ trail: forward(trail, next) })}
        />
      )}
    </section>
  );
}

function HistoryTable({ rows }: { rows: RechargeRecord[] }) {
  return (
    <Table aria-label="Topup history">
      <thead>
        <tr>
          <Th>Date</Th>
          <Th>Reference</Th>
          <Th>User</Th>
          <Th>Phone</Th>
          <Th>MoMo ID</Th>
          <Th number>Amount (¢)</Th>
          <Th>Status</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row._id}>
            <Td>{formatDateTime(row.createdAt)}</Td>
            <Td className="font-bold">{row.rechargeId}</Td>
            <Td className="max-w-48 truncate">{row.user.username}</Td>
            <Td>{groupPhone(row.user.phone)}</Td>
            <Td>{row.momoTransactionId ?? "–"}</Td>
            <Td number className="font-semibold">
              {money(row.amount).replace("¢", "")}
            </Td>
            <Td>
              <StatusBadge status={row.status} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function HistoryCards({ rows }: { rows: RechargeRecord[] }) {
  return (
    <ul className="flex flex-col gap-2.5">
      {rows.map((row) => (
        <li key={row._id}>
          <Card className="flex flex-wrap items-center justify-between gap-3">
            <div className="min-w-0">
              <p className="truncate leading-snug font-bold">{row.user.username}</p>
              <p className="text-s text-ink-3">
                {row.rechargeId} · {formatDateTime(row.createdAt)}
              </p>
            </div>
            <div className="ml-auto flex flex-col items-end gap-1">
              <b>{money(row.amount)}</b>
              <StatusBadge status={row.status} />
            </div>
          </Card>
        </li>
      ))}
    </ul>
  );
}
