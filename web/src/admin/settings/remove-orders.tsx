import { useQuery } from "@tanstack/react-query";
import { texts } from "#ledger/terms/texts.ts";
import { Card } from "../../ui/card.tsx";
import { countsQuery } from "../counts.query.ts";
import { Remove } from "../shared/remove.tsx";

/** Empties the lists of what is over. It is rarely done and concerns everybody, so it is far from the daily work. */
export function RemoveOrders() {
  const { data: counts } = useQuery(countsQuery);
  const count = counts && counts.completed + counts.rejected;
  const decided = count === 1 ? "1 decided order" : `${count?.toLocaleString("en")} decided orders`;
  return (
    <Card role="region" aria-label="Decided orders" className="flex flex-wrap items-center gap-3">
      <div className="min-w-[min(14rem,100%)] flex-1">
        <h2 className="text-lg font-bold">Decided orders</h2>
        <p className="text-sm text-muted-foreground">
          {count === undefined
            ? "…"
            : count === 0
              ? "No decided orders are in the lists."
              : `${decided} ${count === 1 ? "is" : "are"} in the lists.`}
        </p>
      </div>
      {count !== undefined && count > 0 && (
        <Remove
          name="Remove all decided orders"
          title={`Remove ${decided}?`}
          path="/order/del-all-orders"
          lists="orders"
          failure={texts.errorDeletingOrders}
        >
          Nobody will see completed and rejected orders any more, including their buyers; open ones stay. All
          of them stay in the log and in the wallets.
        </Remove>
      )}
    </Card>
  );
}
