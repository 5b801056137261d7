import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { PaymentRecord } from "#api/contract/payments.ts";
import { formatDateTime } from "#ledger/terms/dates.ts";
import { limits } from "#ledger/terms/limits.ts";
import { texts } from "#ledger/terms/texts.ts";
import { defined } from "../../lib/address.ts";
import { cursorOf } from "../../lib/keyset.ts";
import { money } from "../../lib/money.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Chip, Chips } from "../../ui/chips.tsx";
import { actionsHeader, columnsOf } from "../../ui/data-columns.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { DayRange } from "../shared/filters.tsx";
import { KeysetPager, pagedSize } from "../shared/keyset-pager.tsx";
import { Claims } from "./claims.tsx";
import { MatchDialog } from "./match-dialog.tsx";
import { railNames } from "#api/contract/rails.ts";
import { statusNames } from "./names.ts";
import { OddPayments } from "./odd-payments.tsx";
import { paymentsQuery } from "./payments.query.ts";
import { PhonePanel } from "./phone/phone-panel.tsx";
import { phoneQuery } from "./phone/phone.query.ts";
import { RailLights } from "./rail-lights.tsx";
import { ReturnDialog } from "./return-dialog.tsx";
import { TestPaymentButton } from "./test-payment.tsx";

export interface PaymentsProps {
  show?: "all" | "phone";
  search?: string;
  from?: string;
  to?: string;
  size?: number;
  trail?: string;
}

interface Acting {
  payment: PaymentRecord;
  act: "match" | "return";
}
type OnAct = (acting: Acting) => void;

/** What came in on the rails: first what belongs to nobody yet. */
export function PaymentsPage({ show, ...list }: PaymentsProps) {
  const navigate = useNavigate({ from: "/admin/payments" });
  const { data: phone } = useQuery(phoneQuery);
  const go: Go = (change) =>
    void navigate({ search: (old) => defined({ ...old, trail: undefined, ...change }), resetScroll: false });
  return (
    <>
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-3">
        <PageTitle>Payments</PageTitle>
        <TestPaymentButton />
      </div>
      <RailLights />
      <Chips label="Which payments">
        <Chip on={show === undefined} onClick={() => go({ show: undefined })}>
          Not matched
        </Chip>
        <Chip on={show === "all"} onClick={() => go({ show: "all" })}>
          All
        </Chip>
        {phone?.isOn === true && (
          <Chip on={show === "phone"} onClick={() => go({ show: "phone" })}>
            The phone
          </Chip>
        )}
      </Chips>
      {show === "phone" ? (
        <PhonePanel />
      ) : (
        <>
          {show === undefined && <Claims />}
          <OddPayments status={show === "all" ? "all" : "open"} />
          <PaymentList status={show === "all" ? undefined : "open"} {...list} go={go} />
        </>
      )}
    </>
  );
}

type Go = (change: { [Key in keyof PaymentsProps]: PaymentsProps[Key] | undefined }) => void;

function PaymentList({
  status,
  search,
  from,
  to,
  size = limits.page_size_default,
  trail,
  go,
}: Omit<PaymentsProps, "show"> & { status: "open" | undefined; go: Go }) {
  const { data, isPending, isError, error, refetch } = useQuery({
    ...paymentsQuery({ status, search, from, to, limit: size, cursor: cursorOf(trail) }),
    placeholderData: keepPreviousData,
  });
  const [acting, setActing] = useState<Acting>();
  const columns = useMemo(() => columnsFor(setActing), []);
  const close = () => setActing(undefined);
  return (
    <>
      <SearchBox
        name="Search payments"
        placeholder="Transaction ID or username"
        value={search ?? ""}
        onSearch={(typed) => go({ search: typed === "" ? undefined : typed })}
      />
      <DayRange from={from} to={to} onDays={go} />
      {isPending && <SkeletonRows count={size} className="h-12" />}
      {isError && (
        <Failure what="The payments could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {data?.rows.length === 0 && (
        <EmptyState title={status === "open" ? "Every payment is matched" : texts.noRecords} />
      )}
      {data !== undefined && data.rows.length > 0 && (
        <DataTable
          label="Payments"
          columns={columns}
          rows={data.rows}
          pageSize={pagedSize(data, trail, size)}
        />
      )}
      <KeysetPager data={data} trail={trail} size={size} sizes={limits.page_sizes} onGo={go} />
      {acting?.act === "match" && <MatchDialog payment={acting.payment} onClose={close} />}
      {acting?.act === "return" && <ReturnDialog payment={acting.payment} onClose={close} />}
    </>
  );
}

const column = columnsOf<PaymentRecord>();

const columnsFor = (onAct: OnAct) =>
  column.columns([
    column.accessor("receivedAt", {
      header: "Received",
      cell: ({ getValue }) => formatDateTime(getValue()),
      meta: { card: { line: ({ receivedAt }) => formatDateTime(receivedAt) } },
    }),
    column.accessor("rail", {
      header: "Rail",
      cell: ({ getValue }) => railNames[getValue()],
      meta: { card: { line: ({ rail }) => railNames[rail] } },
    }),
    column.accessor("transaction", { header: "Transaction", meta: { card: "title" } }),
    column.accessor("status", {
      header: "Status",
      cell: ({ row }) => <PaymentStatus payment={row.original} />,
      meta: { className: "whitespace-normal", card: { more: (row) => <PaymentStatus payment={row} /> } },
    }),
    column.accessor("amount", {
      header: "Amount",
      cell: ({ getValue }) => money(getValue()),
      meta: { isNumber: true, card: { end: ({ amount }) => <b>{money(amount)}</b> } },
    }),
    column.accessor("fee", {
      header: "Fee",
      cell: ({ getValue }) => (getValue() === null ? "–" : money(getValue() ?? 0)),
      meta: { isNumber: true, card: { line: ({ fee }) => (fee === null ? "" : `fee ${money(fee)}`) } },
    }),
    column.display({
      id: "actions",
      header: actionsHeader,
      cell: ({ row }) => <PaymentActs payment={row.original} onAct={onAct} />,
      meta: {
        className: "py-0 text-right",
        card: { foot: (row) => <PaymentActs payment={row} onAct={onAct} /> },
      },
    }),
  ]);

function PaymentStatus({
  payment: { status, user, rechargeId, reason, by, disputed },
}: {
  payment: PaymentRecord;
}) {
  const of = reason !== null && by !== null ? `by ${by}` : null;
  const about = [user?.username, rechargeId, reason, of].filter(
    (part) => part !== null && part !== undefined,
  );
  return (
    <>
      <Badge variant={status === "matched" ? "success" : status === "reversed" ? "destructive" : "warning"}>
        {statusNames[status]}
      </Badge>{" "}
      {disputed && <Badge variant="destructive">disputed</Badge>}
      {about.length > 0 && (
        <span className="block text-sm wrap-anywhere text-muted-foreground">{about.join(" · ")}</span>
      )}
    </>
  );
}

function PaymentActs({ payment, onAct }: { payment: PaymentRecord; onAct: OnAct }) {
  if (payment.status !== "received" && payment.status !== "held") return null;
  return (
    <span className="inline-flex flex-wrap justify-end gap-1">
      <Button variant="soft" size="sm" onClick={() => onAct({ payment, act: "match" })}>
        Match
      </Button>
      <Button variant="ghost" size="sm" onClick={() => onAct({ payment, act: "return" })}>
        Return
      </Button>
    </span>
  );
}
