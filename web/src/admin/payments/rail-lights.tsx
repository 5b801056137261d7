import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Rails } from "#api/contract/payments.ts";
import { cn } from "../../lib/cn.ts";
import { money } from "../../lib/money.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Failure } from "../../ui/failure.tsx";
import { railNames } from "./names.ts";
import { railsQuery } from "./payments.query.ts";
import { TransferDialog } from "./transfer-dialog.tsx";

/** What the books say that each rail holds, beside what it says itself. Rails that were never used are left out. */
export function RailLights() {
  const { data, isError, error, refetch } = useQuery(railsQuery);
  if (isError)
    return <Failure what="The rails could not be loaded." error={error} onRetry={() => void refetch()} />;
  const used = data?.rails.filter(({ books, own }) => books !== 0 || own !== null) ?? [];
  if (data === undefined || used.length === 0) return null;
  return (
    <section aria-label="Rails" className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-4">
      {used.map((rail) => (
        <Light key={rail.rail} rail={rail} />
      ))}
      <Card className="flex flex-col gap-0.5">
        <h2 className="text-sm text-muted-foreground">Not matched</h2>
        <b className="text-lg">{money(data.suspense.value)}</b>
        <span className="text-sm text-muted-foreground">
          {data.suspense.count === 1 ? "1 payment" : `${data.suspense.count.toLocaleString("en")} payments`}
        </span>
      </Card>
    </section>
  );
}

function Light({ rail: { rail, books, own, agrees } }: { rail: Rails["rails"][number] }) {
  const [isBooking, setIsBooking] = useState(false);
  const tone = agrees === null ? "bg-muted-foreground" : agrees ? "bg-success" : "bg-destructive";
  return (
    <Card role="region" aria-label={railNames[rail]} className="flex flex-col gap-0.5">
      <h2 className="flex items-center gap-2 text-sm text-muted-foreground">
        <span aria-hidden className={cn("size-2.5 rounded-full", tone)} /> {railNames[rail]}
      </h2>
      <b className="text-lg">{money(books)}</b>
      <span
        className={cn("text-sm", agrees === false ? "font-bold text-destructive" : "text-muted-foreground")}
      >
        {own === null
          ? "in the books. The rail does not say what it has."
          : agrees === true
            ? "in the books, and the rail says the same"
            : `in the books. The rail says ${money(own)}: ${money(Math.abs(own - books))} ${own < books ? "less" : "more"}`}
      </span>
      <Button variant="soft" size="sm" className="mt-2 self-start" onClick={() => setIsBooking(true)}>
        Book a transfer
      </Button>
      {isBooking && (
        <TransferDialog
          rail={{ rail, books }}
          difference={own === null ? 0 : books - own}
          onClose={() => setIsBooking(false)}
        />
      )}
    </Card>
  );
}
