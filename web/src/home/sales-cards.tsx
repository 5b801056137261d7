import { useQuery } from "@tanstack/react-query";
import { countText } from "../lib/count-text.ts";
import { cn } from "../lib/cn.ts";
import { money } from "../lib/money.ts";
import { Card } from "../ui/card.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { salesQuery } from "../orders/sales.query.ts";

/** Sales of today and this month, from the user's own completed orders. */
export function SalesCards({ className }: { className: string }) {
  const { data, isError } = useQuery(salesQuery);
  const cards = [
    { title: "Sales today", sales: data?.today },
    { title: "Sales this month", sales: data?.month },
  ];
  return (
    <div
      className={cn("grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-2.5 lg:grid-cols-1", className)}
    >
      {cards.map(({ title, sales }) => (
        <Card key={title} role="group" aria-label={title} className="flex flex-col justify-center">
          <p className="text-sm text-muted-foreground">{title}</p>
          <p className="text-xl leading-normal font-bold">
            {sales !== undefined ? (
              money(sales.value)
            ) : isError ? (
              "–"
            ) : (
              <Skeleton className="my-1 h-5 w-24" />
            )}
          </p>
          <p className="text-xs text-muted-foreground">
            {sales === undefined ? "\u00a0" : countText(sales.count, "order")}
          </p>
        </Card>
      ))}
    </div>
  );
}
