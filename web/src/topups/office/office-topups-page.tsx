import type { ReactNode } from "react";
import { topupList } from "#contract/topups.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { ListPage, useListPage } from "../../office/list/list-page.tsx";
import { WalletUpdate } from "./wallet-update.tsx";
import { topupColumns, topupLook } from "./topup-columns.tsx";
import { topupFreshness, pending_page, pendingTopupsQuery } from "./topups.query.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import * as v from "valibot";
import { texts } from "#contract/terms/texts.ts";
import { useSearchChange } from "../../lib/search-change.ts";
import { trail, typed } from "../../lib/address.ts";
import { cursorOf, KeysetPager } from "../../ui/pager.tsx";
import { ButtonLink } from "../../office/links.tsx";
import { EmptyState, Loading } from "../../ui/placeholders.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { RequestQueue } from "./request-queue.tsx";

/** What waits for a second admin; pending requests, and beside them the update of one wallet; the history. */
export function OfficeTopupsPage({ approvals }: { approvals: ReactNode }) {
  return (
    <>
      <PageTitle>Topups</PageTitle>
      {approvals}
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <PendingRequests />
        <WalletUpdate />
      </div>
      <TopupHistory />
    </>
  );
}

function TopupHistory() {
  const page = useListPage(topupList, { ...topupFreshness, own: pendingSearch });
  return (
    <ListPage
      page={page}
      title="Topup history"
      isSection
      columns={topupColumns}
      whenNew={
        <>
          No customer has asked for a top-up yet. They see your payment details when they do.
          <ButtonLink to="/admin/open">Say where customers pay</ButtonLink>
        </>
      }
      {...topupLook}
    />
  );
}

/** The search in the pending requests, and their page. */
const pendingSearch = { wait: typed, waitTrail: trail };

function PendingRequests() {
  const { wait, waitTrail } = v.parse(v.object(pendingSearch), useSearch({ from: "/admin/finance" }));
  const cursor = cursorOf(waitTrail);
  const query = useQuery({ ...pendingTopupsQuery(cursor, wait), placeholderData: keepPreviousData });
  const { data } = query;
  const change = useSearchChange<{ wait: string; waitTrail: string }>();
  const rows = data?.rows ?? [];
  // Requests that arrived after the fetch are not in the next page's cursor yet.
  const next =
    data?.next ?? (cursor === undefined && data && data.total > rows.length ? rows.at(-1)?._id : null);
  const isLong = wait !== undefined || waitTrail !== undefined || (next ?? null) !== null;
  return (
    <section aria-label="Pending requests" className="flex min-w-0 flex-col gap-2.5">
      <h2 className="text-lg font-bold">Pending requests</h2>
      {isLong && (
        <SearchBox
          name="Search pending requests"
          value={wait ?? ""}
          placeholder="Reference, user, number, MoMo ID"
          onSearch={(text) => change({ wait: text || undefined, waitTrail: undefined })}
        />
      )}
      <Loading of={query} what="The requests could not be loaded." rows={3} height="h-36" />
      {data !== undefined &&
        rows.length === 0 &&
        (isLong ? (
          <EmptyState
            title={texts.noRecords}
            onShowAll={() => change({ wait: undefined, waitTrail: undefined })}
          />
        ) : (
          <EmptyState title="No pending requests">New requests appear here automatically.</EmptyState>
        ))}
      {/* Another page starts without a selection. */}
      <RequestQueue key={`${wait} ${waitTrail}`} rows={rows} />
      {isLong && (
        <KeysetPager
          data={data && { ...data, next: next ?? null }}
          trail={waitTrail}
          size={pending_page}
          sizes={[pending_page]}
          onGo={({ trail: path }) => change({ waitTrail: path })}
        />
      )}
    </section>
  );
}
