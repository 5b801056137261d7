import { useQuery } from "@tanstack/react-query";
import type { TopupRecord } from "#contract/topups.ts";
import { getQuery } from "../../lib/get-query.ts";
import { Alert } from "../../ui/alert.tsx";

/** References of requests that customers are asked to pay on their phones. */
export const promptsQuery = getQuery<string[]>(["topups", "prompts"], "/payment/prompts", {
  outdatedBy: (event) => event.event === "rechargeUpdated",
});

/** Before requests are approved by hand although their payments may still come by themselves. */
export function PromptsOpen({ topups }: { topups: readonly TopupRecord[] }) {
  const { data: prompts } = useQuery(promptsQuery);
  const count = topups.filter(({ rechargeId }) => prompts?.includes(rechargeId)).length;
  if (count === 0) return null;
  const which = topups.length === 1 ? "This one is" : count === 1 ? "One of them is" : `${count} of them are`;
  return (
    <Alert role="note">
      {which} being paid by prompt. The payment may still come by itself, and would then wait in Payments, Not
      matched.
    </Alert>
  );
}
