import { useState } from "react";
import { safeParse } from "valibot";
import { claimBody, type ClaimRecord } from "#api/contract/claims.ts";
import { call } from "../../lib/api.ts";
import { type Problems, useForm } from "../../lib/form.ts";
import { money, plainAmount } from "../../lib/money.ts";
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
  const parsed = safeParse(claimBody, { amount: plainAmount(amount), transactionId });
  const form = useForm({
    check: (): Problems => (parsed.success ? {} : problemsIn(parsed.issues)),
    send: () =>
      call<ClaimRecord>("POST", "/payment/claim", { body: { amount: plainAmount(amount), transactionId } }),
    onDone: ({ data: claim }) => {
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

/** The first problem of each field. */
function problemsIn(issues: NonNullable<ReturnType<typeof safeParse<typeof claimBody>>["issues"]>): Problems {
  const problems: Problems = {};
  for (const { path, message } of issues) problems[String(path?.[0]?.key)] ??= message;
  return problems;
}
