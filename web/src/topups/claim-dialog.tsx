import { claimBody, type ClaimRecord } from "#contract/claims.ts";
import { post } from "../lib/api.ts";
import { useForm } from "../lib/form.ts";
import { money, plainAmount } from "../lib/money.ts";
import { queryClient } from "../lib/query-client.ts";
import { TextField } from "../ui/field.tsx";
import { FormEnd } from "../ui/form-end.tsx";
import { notify } from "../lib/notifications.ts";
import { ResponsiveDialog } from "../ui/responsive-dialog.tsx";
import { claimsQuery } from "./claims.query.ts";

/** Takes the transaction ID and the amount from the network's SMS: together they prove whose the payment is. */
export function ClaimDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    schema: claimBody,
    initial: { amount: "", transactionId: "" },
    body: (typed) => ({ ...typed, amount: plainAmount(typed.amount) }),
    send: (body) => post<ClaimRecord>("/payment/claim", body),
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
        <TextField
          label="Transaction ID"
          autoComplete="off"
          autoCapitalize="characters"
          {...form.field("transactionId")}
        />
        <TextField
          label="Amount"
          inputMode="decimal"
          autoComplete="off"
          {...form.field("amount")}
          onValue={(text) => form.set({ amount: text.replace(/[^\d.,]/g, "") })}
        />
        <FormEnd form={form} className="whitespace-nowrap" onCancel={onClose}>
          Find my payment
        </FormEnd>
      </form>
    </ResponsiveDialog>
  );
}
