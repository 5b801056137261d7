import { createContext, useContext } from "react";
import { paymentList, type PaymentRecord, paymentStatusNames } from "#api/contract/payments.ts";
import { money } from "../../lib/money.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import type { Columns } from "../../ui/data-columns.tsx";
import { actsColumn, listColumns } from "../../ui/list-columns.tsx";

export interface Acting {
  payment: PaymentRecord;
  act: "match" | "return";
}

/** Opens the dialog of an act. For the cells, because the columns are declared once. */
export const AskToAct = createContext<(acting: Acting) => void>(() => {});

export const paymentColumns: Columns<PaymentRecord> = [
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
