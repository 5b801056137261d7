import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { GenericSchema } from "valibot";
import { handledBody, type OddPaymentRecord } from "#contract/payments.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { put } from "../../lib/api.ts";
import { useForm, FormDialog } from "../../ui/form.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { onceSent } from "./payment-dialogs.tsx";
import { ReasonField } from "../../office/reason-field.tsx";
import { railNames } from "#contract/rails.ts";
import { oddPaymentsQuery, claimsQuery } from "./payments.query.ts";
import { answerBody, type ClaimForAdmins } from "#contract/claims.ts";
import { money } from "../../lib/money.ts";

/** Payments that do not wait to be matched, and that an admin has to look at all the same. */
export function OddPayments({ status }: { status: "open" | "all" }) {
  const { data = [] } = useQuery(oddPaymentsQuery(status));
  const [handling, setHandling] = useState<OddPaymentRecord>();
  if (data.length === 0) return null;
  return (
    <section aria-label="Payments to look at" className="flex flex-col gap-2">
      <h2 className="text-lg font-bold">Payments to look at</h2>
      {data.map((payment) => (
        <Card
          key={payment._id}
          className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2 text-sm"
        >
          <span className="min-w-0 flex-1 basis-56">
            <b className="whitespace-nowrap">{amountOf(payment)}</b>
            {payment.user !== null &&
              ` ${payment.kind === "paid after all" ? "to" : "from"} ${payment.user.username}`}
            : {whatHappened(payment)}
            <span className="block wrap-anywhere text-muted-foreground">
              {railNames[payment.rail]} {payment.transaction}, {formatDateTime(payment.foundAt)}
              {payment.handled !== null && ` · by ${payment.handled.by}: ${payment.handled.note}`}
            </span>
          </span>
          {payment.handled === null && (
            <Button variant="ghost" size="sm" onClick={() => setHandling(payment)}>
              Handled
            </Button>
          )}
        </Card>
      ))}
      {handling !== undefined && (
        <NoteDialog
          title={`What was done about ${amountOf(handling)}`}
          path={`/payment/odd/${handling._id}/handled`}
          schema={handledBody}
          name="note"
          label="Note"
          send="Mark as handled"
          said="Noted"
          onClose={() => setHandling(undefined)}
        >
          The payment leaves this list. It stays under All, with your note. This moves no money.
        </NoteDialog>
      )}
    </section>
  );
}

/** "NGN 1,200.00" */
function amountOf({ amount, currency }: OddPaymentRecord): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const sign = currency === "GHS" ? "¢" : `${currency} `;
  return `${sign}${amount.toLocaleString("en", digits)}`;
}

function whatHappened({ kind, currency, domain, other, isReversed }: OddPaymentRecord): string {
  switch (kind) {
    case "not booked": {
      const why =
        currency === "GHS" ? `it is of the ${domain} domain, and not of the shop's` : "it is not in cedis";
      const after = isReversed ? "The rail has taken it back." : "Nobody was credited.";
      return `not in the books, because ${why}. ${after}`;
    }
    case "paid twice":
      return `paid twice, because two payments were open at the same time. The other one is ${other}. Both are in the wallet.`;
    case "refund failed":
      return `refund ${other} failed, so the shop has the money again. The books and the wallet are as they were before the refund. If you have debited the wallet meanwhile, credit it again.`;
    case "paid after all":
      return "paid by the rail, although this withdrawal had failed and is back in the wallet. If the user has the money, debit the wallet.";
    default:
      return kind satisfies never;
  }
}

/** Customers who say that they have paid, and whose payment was not found. */
export function Claims() {
  const { data = [] } = useQuery(claimsQuery);
  const [answering, setAnswering] = useState<ClaimForAdmins>();
  if (data.length === 0) return null;
  return (
    <section aria-label="Customers who say that they have paid" className="flex flex-col gap-2">
      <h2 className="text-lg font-bold">Customers who say that they have paid</h2>
      {data.map((claim) => (
        <Card key={claim._id} className="flex flex-wrap items-center justify-between gap-x-3 py-2 text-sm">
          <span>
            <b>{claim.user.username}</b> {claim.user.phone} paid <b>{money(claim.amount)}</b>
            <span className="block text-muted-foreground">
              <span className="wrap-anywhere">{claim.transactionId}</span>, said{" "}
              {formatDateTime(claim.claimedAt)}
            </span>
          </span>
          <Button variant="ghost" size="sm" onClick={() => setAnswering(claim)}>
            Answer
          </Button>
        </Card>
      ))}
      {answering !== undefined && (
        <NoteDialog
          title={`Answer ${answering.user.username} about ${money(answering.amount)}`}
          path={`/payment/claims/${answering._id}/answer`}
          schema={answerBody}
          name="answer"
          label="Answer"
          send="Send the answer"
          said="Answered"
          onClose={() => setAnswering(undefined)}
        >
          If the payment came, match it instead. Otherwise tell the customer why it is not credited.
        </NoteDialog>
      )}
    </section>
  );
}

interface NoteProps {
  title: string;
  path: string;
  schema: GenericSchema;
  /** Of the text in the call. */
  name: string;
  label: string;
  send: string;
  said: string;
  onClose: () => void;
  children: ReactNode;
}

/** Asks an admin for a text about one payment. */
function NoteDialog({ title, path, schema, name, label, send, said, onClose, children }: NoteProps) {
  const form = useForm({
    schema,
    initial: { [name]: "" } as Record<string, string>,
    send: (body) => put(path, body),
    ...onceSent(onClose, said),
  });
  return (
    <FormDialog title={title} form={form} send={send} onClose={onClose}>
      <p className="text-sm text-muted-foreground">{children}</p>
      <ReasonField label={label} {...form.field(name)} value={form.values[name] ?? ""} />
    </FormDialog>
  );
}
