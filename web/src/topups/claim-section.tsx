import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type ClaimRecord, claimBody } from "#contract/claims.ts";
import { money, plainAmount } from "../lib/money.ts";
import { Alert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { post } from "../lib/api.ts";
import { useForm, FormDialog } from "../ui/form.tsx";
import { queryClient, getQuery } from "../lib/query-client.ts";
import { TextField } from "../ui/field.tsx";
import { notify } from "../lib/notifications.ts";

const shown_max = 3;
const looks = { waiting: "info", credited: "success", answered: "warning" } as const;

/** "I paid and was not credited", and what became of it. */
export function ClaimSection() {
  const { data = [] } = useQuery(claimsQuery);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section aria-label="Payments that were not credited" className="flex flex-col gap-2.5">
      <div role="status" className="flex flex-col gap-2.5 empty:hidden">
        {data.slice(0, shown_max).map((claim) => (
          <Alert key={claim._id} variant={looks[claim.state]} data-state={claim.state}>
            <ClaimText claim={claim} />
          </Alert>
        ))}
      </div>
      <Button variant="ghost" className="self-start" onClick={() => setIsOpen(true)}>
        I paid and was not credited
      </Button>
      {isOpen && <ClaimDialog onClose={() => setIsOpen(false)} />}
    </section>
  );
}

function ClaimText({ claim: { state, amount, transactionId, answer } }: { claim: ClaimRecord }) {
  const [before, after] = {
    credited: ["Your payment", ` of ${money(amount)} is in your wallet.`],
    answered: ["About your payment", `: ${answer ?? ""}`],
    waiting: [
      "The shop is looking for your payment",
      ` of ${money(amount)}. It is credited as soon as it is found.`,
    ],
  }[state];
  return (
    <>
      {before} <span className="wrap-anywhere">{transactionId}</span>
      {after}
    </>
  );
}

/** Takes the transaction ID and the amount from the network's SMS: together they prove whose the payment is. */
function ClaimDialog({ onClose }: { onClose: () => void }) {
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
    <FormDialog
      title="I paid and was not credited"
      form={form}
      send="Find my payment"
      buttonLook="whitespace-nowrap"
      onClose={onClose}
    >
      <p className="text-sm text-muted-foreground">
        Your network has sent you an SMS about the payment. Copy the transaction ID and the amount from it.
      </p>
      <TextField label="Transaction ID" autoCapitalize="characters" {...form.field("transactionId")} />
      <TextField
        label="Amount"
        inputMode="decimal"
        {...form.field("amount")}
        onValue={(text) => form.set({ amount: text.replace(/[^\d.,]/g, "") })}
      />
    </FormDialog>
  );
}

const ask_again_ms = 15_000;

/** Payments that the user says they made. The feed tells of the credit only. */
const claimsQuery = getQuery<ClaimRecord[]>(["claims"], "/payment/claim", {
  staleTime: 0,
  refetchInterval: ({ state }) =>
    state.data?.some((claim) => claim.state === "waiting") === true ? ask_again_ms : false,
});
