import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { answerBody, type ClaimForAdmins } from "#contract/claims.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { put } from "../../lib/api.ts";
import { useForm } from "../../lib/form.ts";
import { money } from "../../lib/money.ts";
import { queryClient } from "../../lib/query-client.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { FormDialog } from "../../ui/form-end.tsx";
import { notify } from "../../lib/notifications.ts";
import { ReasonField } from "../../office/reason-field.tsx";
import { claimsQuery } from "./payments.query.ts";

/** Customers who say that they have paid, and whose payment was not found. */
export function Claims() {
  const { data = [] } = useQuery(claimsQuery);
  const [answering, setAnswering] = useState<ClaimForAdmins>();
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="claims" className="flex flex-col gap-2">
      <h2 id="claims" className="text-lg font-bold">
        Customers who say that they have paid
      </h2>
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
      {answering !== undefined && <AnswerDialog claim={answering} onClose={() => setAnswering(undefined)} />}
    </section>
  );
}

function AnswerDialog({
  claim: { _id, amount, user },
  onClose,
}: {
  claim: ClaimForAdmins;
  onClose: () => void;
}) {
  const form = useForm({
    schema: answerBody,
    initial: { answer: "" },
    send: (body) => put(`/payment/claims/${_id}/answer`, body),
    onDone: () => {
      notify("Answered", "success");
      void queryClient.invalidateQueries({ queryKey: ["payments"] });
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Answer ${user.username} about ${money(amount)}`}
      form={form}
      send="Send the answer"
      onClose={onClose}
    >
      <p className="text-sm text-muted-foreground">
        If the payment came, match it instead. Otherwise tell the customer why it is not credited.
      </p>
      <ReasonField label="Answer" {...form.field("answer")} />
    </FormDialog>
  );
}
