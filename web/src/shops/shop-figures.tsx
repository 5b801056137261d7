import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ShopFiguresAnswer } from "#contract/shops.ts";
import { formatDay } from "#contract/terms/dates.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { countText } from "../lib/count-text.ts";
import { money } from "../lib/money.ts";
import { Card } from "../ui/card.tsx";
import { Fact, Facts } from "../ui/facts.tsx";
import { Loading } from "../ui/placeholders.tsx";
import { shopFiguresQuery } from "./my-shop.query.ts";

/** What the agent has earned, with which packages, and who comes back. */
export function ShopFigures() {
  const query = useQuery(shopFiguresQuery);
  const { data } = query;
  return (
    <Card role="region" aria-label="Earnings">
      <h2 className="mb-1 text-lg font-bold">Earnings</h2>
      <Loading of={query} what="Your earnings could not be loaded." rows={2} height="h-12" />
      {data && (
        <>
          <Facts>
            <Sold name="Today" sold={data.today} />
            <Sold name="This month" sold={data.month} />
          </Facts>
          <More title="This month by package" rows={data.packages.length}>
            {data.packages.map(({ network, offer, ...sold }) => (
              <Sold key={`${network} ${offer}`} name={`${offer} ${network}`} sold={sold} />
            ))}
          </More>
          <More title="Guests who came back" rows={data.guests.length}>
            {data.guests.map(({ payer, lastAt, ...sold }) => (
              <Sold
                key={payer}
                name={`${groupPhone(payer)}, last on ${formatDay(lastAt.slice(0, 10))}`}
                sold={sold}
              />
            ))}
          </More>
        </>
      )}
    </Card>
  );
}

function Sold({ name, sold: { orders, earned } }: { name: string; sold: ShopFiguresAnswer["today"] }) {
  return (
    <Fact name={name}>
      {money(earned)}
      <span className="text-sm font-normal text-muted-foreground">{countText(orders, "order")}</span>
    </Fact>
  );
}

function More({ title, rows, children }: { title: string; rows: number; children: ReactNode }) {
  if (rows === 0) return null;
  return (
    <details>
      <summary className="min-h-12 cursor-pointer py-3 font-semibold text-primary">
        {title} ({rows})
      </summary>
      <Facts>{children}</Facts>
    </details>
  );
}
