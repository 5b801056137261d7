import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { MessageRecord } from "#api/contract/messages.ts";
import { limits } from "#ledger/terms/limits.ts";
import { texts } from "#ledger/terms/texts.ts";
import { defined } from "../../lib/address.ts";
import { cursorOf } from "../../lib/keyset.ts";
import { useIsDesk } from "../../lib/media.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { ExportButtons } from "../shared/export-buttons.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";
import { KeysetPager, pagedSize } from "../shared/keyset-pager.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { type Filter, MessageFilters } from "./message-filters.tsx";
import { AskToResend, messageColumns } from "./message-columns.tsx";
import { ResendDialog } from "./resend-dialog.tsx";
import { messagesQuery } from "./messages.query.ts";

interface Props extends Filter {
  size?: number;
  trail?: string;
}

export function MessageList({ size = limits.page_size_default, trail, ...filter }: Props) {
  const query = messagesQuery({ ...filter, limit: size, cursor: cursorOf(trail) });
  const { data, isPending, isError, error, refetch } = useQuery({
    ...query,
    placeholderData: keepPreviousData,
  });
  const navigate = useNavigate({ from: "/admin/messages" });
  const isDesk = useIsDesk();
  const [again, setAgain] = useState<MessageRecord>();
  const go = (change: Filter & { size?: number; trail?: string | undefined }) =>
    void navigate({ search: (old) => defined({ ...old, trail: undefined, ...change }), resetScroll: false });
  const rows = data?.items ?? [];
  return (
    <section aria-label="Messages" className="flex flex-col gap-2.5">
      <ExportButtons path="/message/messages.csv" filter={{ ...filter }} />
      <MessageFilters key={filter.search ?? ""} filter={filter} onChange={go} />
      {isPending && <SkeletonRows count={size} className={isDesk ? "h-14" : "h-38"} />}
      {isError && (
        <Failure what="The messages could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && rows.length === 0 && <EmptyState title={texts.noRecords} />}
      {rows.length > 0 && (
        <AskToResend value={setAgain}>
          <DataTable
            label="Messages"
            columns={messageColumns}
            rows={rows}
            pageSize={pagedSize(data, trail, size)}
          />
        </AskToResend>
      )}
      <KeysetPager
        data={data && { rows, total: data.total, isTotalExact: data.totalIsExact, next: data.next }}
        trail={trail}
        size={size}
        sizes={limits.page_sizes_finance}
        onGo={go}
      />
      {again !== undefined && <ResendDialog message={again} onClose={() => setAgain(undefined)} />}
    </section>
  );
}
