import type { PaymentRecord } from "#contract/payments.ts";
import { railNames } from "#contract/rails.ts";
import { money } from "../../lib/money.ts";
import { notify } from "../../lib/notifications.ts";
import { queryClient } from "../../lib/query-client.ts";
import { Fact, Facts } from "../../ui/facts.tsx";

/**
 * For the form of a dialog about payments: once it is sent, it says so and closes, and all that the page shows of payments
 * is read again.
 */
export function onceSent<Result, Body>(
  onClose: () => void,
  said: string | ((result: Result, body: Body) => string),
) {
  return {
    onDone: (result: Result, body: Body) => {
      notify(typeof said === "string" ? said : said(result, body), "success");
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["payments"] }),
  };
}

/** Which payment a dialog is about. */
export function PaymentFacts({ payment: { amount, transaction, rail } }: { payment: PaymentRecord }) {
  return (
    <Facts>
      <Fact name="Amount">{money(amount)}</Fact>
      <Fact name="Transaction">
        {transaction} ({railNames[rail]})
      </Fact>
    </Facts>
  );
}
