import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { texts } from "#contract/terms/texts.ts";
import { Card } from "../../ui/card.tsx";
import { countsQuery } from "../../office/counts.query.ts";
import { Remove } from "../../office/remove.tsx";

/** Empties the lists of what is over. It is rarely done and concerns everybody, so it is far from the daily work. */
export function RemoveDecided() {
  const { data: counts } = useQuery(countsQuery);
  return (
    <>
      <Decided
        noun="order"
        count={counts && counts.completed + counts.rejected}
        path="/order/del-all-orders"
        lists="orders"
        failure={texts.errorDeletingOrders}
      >
        Nobody will see completed and rejected orders any more, including their buyers; open ones stay. All of
        them stay in the log and in the wallets.
      </Decided>
      <Decided
        noun="request"
        count={counts?.recharges.decided}
        path="/recharge/del-all-requests"
        lists="topups"
        failure={texts.errorDeletingRequests}
      >
        Nobody will see approved and declined requests any more, including their users; open ones stay. All of
        them stay in the log and in the wallets.
      </Decided>
    </>
  );
}

interface Props {
  noun: "order" | "request";
  count: number | undefined;
  path: string;
  /** The first part of the query keys of the affected lists. */
  lists: string;
  /** The specification's text for a failure. */
  failure: string;
  children: ReactNode;
}

function Decided({ noun, count, children, ...act }: Props) {
  const decided = count === 1 ? `1 decided ${noun}` : `${count?.toLocaleString("en")} decided ${noun}s`;
  return (
    <Card role="region" aria-label={`Decided ${noun}s`} className="flex flex-wrap items-center gap-3">
      <div className="min-w-[min(14rem,100%)] flex-1">
        <h2 className="text-lg font-bold">Decided {noun}s</h2>
        <p className="text-sm text-muted-foreground">
          {count === undefined
            ? "…"
            : count === 0
              ? `No decided ${noun}s are in the lists.`
              : `${decided} ${count === 1 ? "is" : "are"} in the lists.`}
        </p>
      </div>
      {count !== undefined && count > 0 && (
        <Remove name={`Remove all decided ${noun}s`} title={`Remove ${decided}?`} {...act}>
          {children}
        </Remove>
      )}
    </Card>
  );
}
