import { useQuery } from "@tanstack/react-query";
import type { ProductRecord } from "#api/contract/products.ts";
import { money } from "../../lib/money.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { columnsOf } from "../../ui/list-columns.tsx";
import { Loading } from "../../ui/loading.tsx";
import { available, productsQuery } from "../catalogue/products.query.ts";

/** What one package of each product costs a Customer and an Agent, side by side. */
export function AgentPrices() {
  const query = useQuery(productsQuery);
  if (!query.isSuccess)
    return <Loading of={query} what="The prices could not be loaded." rows={6} height="h-9" />;
  const { data } = query;
  const rows = cheaperPackages(available(data.rows));
  if (rows.length === 0) return null;
  return <DataTable label="Prices" columns={columns} rows={rows} isAlwaysTable />;
}

const columns = columnsOf<ReturnType<typeof cheaperPackages>[number]>({
  package: {
    title: "Package",
    cell: ({ offer, network }) => (
      <>
        <span className="font-semibold">{offer}</span>{" "}
        <span className="text-muted-foreground">{network}</span>
      </>
    ),
    className: "whitespace-normal",
  },
  customer: { title: "Customer", cell: ({ priceCustomer }) => money(priceCustomer), isNumber: true },
  agent: {
    title: "Agent",
    cell: ({ priceAgent }) => money(priceAgent),
    isNumber: true,
    className: "font-bold text-primary",
  },
});

function cheaperPackages(products: readonly ProductRecord[]) {
  return products.flatMap(({ network, packages }) => {
    const cheaper = packages.find(({ priceAgent, priceCustomer }) => priceAgent < priceCustomer);
    return cheaper === undefined ? [] : [{ network, ...cheaper }];
  });
}
