import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState, createContext, useContext } from "react";
import { paymentList, type PaymentRecord, paymentStatusNames } from "#contract/payments.ts";
import { oneOf } from "../../lib/address.ts";
import { Chip, Chips } from "../../ui/chips.tsx";
import { PageHead } from "../../ui/page-title.tsx";
import { ListPage, useListPage } from "../../office/list/list-page.tsx";
import { money } from "../../lib/money.ts";
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../office/links.tsx";
import { Button } from "../../ui/button.tsx";
import { type Columns, actsColumn, listColumns } from "../../ui/list-columns.tsx";
import { Claims, OddPayments } from "./odd-payments.tsx";
import { MatchDialog, ReturnDialog } from "./payment-dialogs.tsx";
import { ask_again_ms, phoneQuery } from "./payments.query.ts";
import { PhonePanel } from "./phone/phone-panel.tsx";
import { RailLights } from "./rail-lights.tsx";
import { TestPaymentButton } from "./test-payment.tsx";
import { loadLater } from "../../lib/load-later.tsx";
import { SkeletonRows } from "../../ui/placeholders.tsx";
import { withdrawalRulesQuery } from "../../withdrawals/office/withdrawals.query.ts";

const own = { show: oneOf(["phone", "withdrawals"]) };

/** What came in on the rails: first what belongs to nobody yet. */
export function PaymentsPage() {
  const { show } = useSearch({ from: "/admin/payments" });
  if (show === "withdrawals") return <WithdrawalsPage />;
  if (show !== "phone") return <Payments />;
  return (
    <>
      <PageHead title="Payments">
        <TestPaymentButton />
      </PageHead>
      <Rails />
      <PhonePanel />
    </>
  );
}

const Withdrawals = loadLater(() => import("../../withdrawals/office/withdrawals.tsx"));

function WithdrawalsPage() {
  return (
    <Withdrawals own={own} placeholder={<SkeletonRows count={3} className="h-40" />}>
      <Parts />
    </Withdrawals>
  );
}

/** What the rails hold, and the other parts. */
function Rails() {
  return (
    <>
      <RailLights />
      <Parts />
    </>
  );
}

/** The shop's phone, if it has one, and withdrawals, if it pays them or still has to. */
function Parts() {
  const { show } = useSearch({ from: "/admin/payments" });
  const navigate = useNavigate({ from: "/admin/payments" });
  const { data: phone } = useQuery(phoneQuery);
  const { data: out } = useQuery(withdrawalRulesQuery);
  const waiting = out?.waiting.count ?? 0;
  const hasPhone = phone?.isOn === true || show === "phone";
  const hasWithdrawals = out?.rules.isOn === true || waiting > 0 || show === "withdrawals";
  if (!hasPhone && !hasWithdrawals) return null;
  const go = (part?: "phone" | "withdrawals") => () =>
    void navigate({ search: part === undefined ? {} : { show: part } });
  return (
    <Chips label="Parts">
      <Chip on={show === undefined} onClick={go()}>
        Payments
      </Chip>
      {hasPhone && (
        <Chip on={show === "phone"} onClick={go("phone")}>
          The phone
        </Chip>
      )}
      {hasWithdrawals && (
        <Chip on={show === "withdrawals"} onClick={go("withdrawals")}>
          Withdrawals{waiting > 0 && ` (${waiting})`}
        </Chip>
      )}
    </Chips>
  );
}

function Payments() {
  const page = useListPage(paymentList, { every_ms: ask_again_ms, own });
  const [acting, setActing] = useState<Acting>();
  const isOpen = page.state.asked["status"] === "open";
  const close = () => setActing(undefined);
  return (
    <AskToAct value={setActing}>
      <ListPage
        page={page}
        title="Payments"
        columns={paymentColumns}
        rowHeights={["h-12", "h-12"]}
        actions={<TestPaymentButton />}
        whenNew={
          !isOpen && (
            <>
              Payments appear here when a rail or the shop’s phone reports them.
              <ButtonLink to="/admin/open">Set one up</ButtonLink>
            </>
          )
        }
        whenEmpty={({ status }) => status === "open" && "Every payment is matched."}
      >
        <Rails />
        {isOpen && <Claims />}
        <OddPayments status={isOpen ? "open" : "all"} />
      </ListPage>
      {acting?.act === "match" && <MatchDialog payment={acting.payment} onClose={close} />}
      {acting?.act === "return" && <ReturnDialog payment={acting.payment} onClose={close} />}
    </AskToAct>
  );
}

interface Acting {
  payment: PaymentRecord;
  act: "match" | "return";
}

/** Opens the dialog of an act. For the cells, because the columns are declared once. */
const AskToAct = createContext<(acting: Acting) => void>(() => {});

const paymentColumns: Columns<PaymentRecord> = [
  ...listColumns(paymentList, {
    status: {
      cell: (payment) => <PaymentStatus payment={payment} />,
      className: "whitespace-normal",
      card: { more: (payment) => <PaymentStatus payment={payment} /> },
    },
    fee: {
      cell: ({ fee }) => (fee === null ? "–" : money(fee).replace("¢", "")),
      className: "",
      card: { line: ({ fee }) => (fee === null ? "" : `fee ${money(fee)}`) },
    },
  }),
  actsColumn<PaymentRecord>((payment) => <PaymentActs payment={payment} />),
];

function PaymentStatus({ payment }: { payment: PaymentRecord }) {
  const { status, user, rechargeId, reason, by, disputed } = payment;
  const of = reason !== null && by !== null && `by ${by}`;
  const about = [user?.username, rechargeId, reason, of].filter(Boolean);
  return (
    <>
      <Badge variant={status === "matched" ? "success" : status === "reversed" ? "destructive" : "warning"}>
        {paymentStatusNames[status]}
      </Badge>{" "}
      {disputed && <Badge variant="destructive">disputed</Badge>}
      {about.length > 0 && (
        <span className="block text-sm wrap-anywhere text-muted-foreground">{about.join(" · ")}</span>
      )}
    </>
  );
}

function PaymentActs({ payment }: { payment: PaymentRecord }) {
  const onAct = useContext(AskToAct);
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
