import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { OrderCounts } from "#contract/reports.ts";
import { countText } from "../lib/count-text.ts";
import { countsQuery, isOpening } from "../live/counts.query.ts";
import { buttonVariants } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";

/** An admin's way into the office, with what waits there. */
export default function OfficeCard() {
  const { data: counts } = useQuery(countsQuery);
  const waiting = counts && waitingText(counts);
  const isNew = counts && waiting === "" && isOpening(counts);
  return (
    <Card role="region" aria-label="Your office" className="flex flex-col gap-3">
      <div>
        <h2 className="text-lg font-bold">{isNew ? "Open your shop" : "Your office"}</h2>
        <p className="min-h-6 text-muted-foreground">
          {counts && (isNew ? newText : waiting === "" ? "Nothing is waiting for you." : `${waiting}.`)}
        </p>
      </div>
      <Link to={isNew ? "/admin/open" : "/admin"} className={buttonVariants({ className: "self-start" })}>
        {isNew ? "Go on" : "Open the office"}
      </Link>
    </Card>
  );
}

const newText = "Nothing was sold yet. All steps to your first sale are on one page.";

function waitingText({ pending, processing, recharges }: OrderCounts): string {
  return [
    pending > 0 && `${countText(pending, "order")} to begin`,
    processing > 0 && `${countText(processing, "order")} to complete`,
    recharges.pending > 0 && `${countText(recharges.pending, "top-up")} to decide`,
  ]
    .filter((text) => text !== false)
    .join(", ");
}
