import { useState } from "react";
import { claimBody, type ClaimRecord } from "#api/contract/claims.ts";
import { post } from "../../lib/api.ts";
import { useForm } from "../../lib/form.ts";
import { money, plainAmount } from "../../lib/money.ts";
import { problemsOf } from "../../lib/problems.ts";
import { queryClient } from "../../lib/query-client.ts";
import { Field, Input } from "../../ui/field.tsx";
import { FormEnd } from "../../ui/form-end.tsx";
import { notify } from "../../ui/notifications.ts";
import { ResponsiveDialog } from "../../ui/responsive-dialog.tsx";
import { claimsQuery } from "./claims.query.ts";

/** Takes the transaction ID and the amount from the network's SMS: together they prove whose the payment is. */
export function ClaimDialog({ onClose }: { onClose: () => void }) {
  const [amount, setAmount] = useState("");
  const [transactionId, setTransactionId] = useState("");
  const entered = { amount: plainAmount(amount), transactionId };
  const form = useForm({
    check: () => problemsOf(claimBody, entered),
    send: () => post<ClaimRecord>("/payment/claim", entered),
    onDone: (claim) => {
      notify(
        claim.state === "credited"
          ? `${money(claim.amount)} is in your wallet`
          : "The shop looks for your payment. You will see it here.",
        "success",
      );
      void queryClient.invalidateQueries(claimsQuery);
      onClose();
    },
  });
  return (
    <ResponsiveDialog title="I paid and was not credited" isStatic onClose={onClose}>
      <form noValidate className="flex flex-col gap-3" onSubmit={form.submit}>
        <p className="text-sm text-muted-foreground">
          Your network has sent you an SMS about the payment. Copy the transaction ID and the amount from it.
        </p>
        <Field label="Transaction ID" error={form.problems["transactionId"]}>
          {(parts) => (
            <Input
              {...parts}
              autoComplete="off"
              autoCapitalize="characters"
              value={transactionId}
              onChange={({ target }) => setTransactionId(target.value)}
            />
          )}
        </Field>
        <Field label="Amount" error={form.problems["amount"]}>
          {(parts) => (
            <Input
              {...parts}
              inputMode="decimal"
              autoComplete="off"
              value={amount}
              onChange={({ target }) => setAmount(target.value.replace(/[^\d.,]/g, ""))}
            />
          )}
        </Field>
        <FormEnd form={form} className="whitespace-nowrap" onCancel={onClose}>
          Find my payment
        </FormEnd>
      </form>
    </ResponsiveDialog>
  );
}
