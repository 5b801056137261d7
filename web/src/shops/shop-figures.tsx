import { useQuery } from "@tanstack/react-query";
import type { ShopFiguresAnswer } from "#contract/shops.ts";
import { formatDay } from "#contract/terms/dates.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { countText } from "../lib/count-text.ts";
import { money } from "../lib/money.ts";
import { Card } from "../ui/card.tsx";
import { Fact, Facts } from "../ui/facts.tsx";
import { fileRows, SaveMenu } from "../ui/file-buttons.tsx";
import type { Fields } from "../ui/list-columns.tsx";
import { Loading } from "../ui/placeholders.tsx";
import { getQuery } from "../lib/query-client.ts";

const shopFiguresQuery = getQuery<ShopFiguresAnswer>(["my shop", "figures"], "/user/shop/figures", {
  staleTime: 0,
});

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
          <More
            title="This month by package"
            list="shop-packages"
            fields={{ offer: { title: "Package" }, network: { title: "Network" }, ...soldFields }}
            rows={data.packages}
            nameOf={({ offer, network }) => `${offer} ${network}`}
          />
          <More
            title="Guests who came back"
            list="shop-guests"
            fields={{
              payer: { title: "Number", kind: "phone" },
              lastAt: { title: "Last order", kind: "moment" },
              ...soldFields,
            }}
            rows={data.guests}
            nameOf={({ payer, lastAt }) => `${groupPhone(payer)}, last on ${formatDay(lastAt.slice(0, 10))}`}
          />
        </>
      )}
    </Card>
  );
}

type SoldFigures = ShopFiguresAnswer["today"];

const soldFields = {
  orders: { title: "Orders" },
  paid: { title: "Guests paid", kind: "cedis" },
  earned: { title: "Earned", kind: "cedis" },
} as const;

function Sold({ name, sold: { orders, earned } }: { name: string; sold: SoldFigures }) {
  return (
    <Fact name={name}>
      {money(earned)}
      <span className="text-sm font-normal text-muted-foreground">{countText(orders, "order")}</span>
    </Fact>
  );
}

interface MoreProps<Row> {
  title: string;
  /** Of the files' names. */
  list: string;
  fields: Fields<Row>;
  rows: Row[];
  nameOf: (row: Row) => string;
}

function More<Row extends SoldFigures>({ title, list, fields, rows, nameOf }: MoreProps<Row>) {
  if (rows.length === 0) return null;
  return (
    <details>
      <summary className="min-h-12 cursor-pointer py-3 font-semibold text-primary">
        {title} ({rows.length})
      </summary>
      <Facts>
        {rows.map((row) => (
          <Sold key={nameOf(row)} name={nameOf(row)} sold={row} />
        ))}
      </Facts>
      <SaveMenu list={list} rows={() => fileRows(fields, rows)} />
    </details>
  );
}
