import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ClaimRecord } from "#contract/claims.ts";
import { money } from "../lib/money.ts";
import { Alert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { ClaimDialog } from "./claim-dialog.tsx";
import { claimsQuery } from "./claims.query.ts";

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
  const id = <span className="wrap-anywhere">{transactionId}</span>;
  switch (state) {
    case "credited":
      return (
        <>
          Your payment {id} of {money(amount)} is in your wallet.
        </>
      );
    case "answered":
      return (
        <>
          About your payment {id}: {answer}
        </>
      );
    case "waiting":
      return (
        <>
          The shop is looking for your payment {id} of {money(amount)}. It is credited as soon as it is found.
        </>
      );
  }
}
