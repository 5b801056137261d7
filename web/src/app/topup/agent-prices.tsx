import { useQuery } from "@tanstack/react-query";
import type { ProductRecord } from "#api/contract/products.ts";
import { money } from "../../lib/money.ts";
import { Loading } from "../../ui/loading.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "../../ui/table.tsx";
import { available, productsQuery } from "../catalogue/products.query.ts";

/** What one package of each product costs a Customer and an Agent, side by side. */
export function AgentPrices() {
  const query = useQuery(productsQuery);
  if (!query.isSuccess)
    return <Loading of={query} what="The prices could not be loaded." rows={6} height="h-9" />;
  const { data } = query;
  const rows = cheaperPackages(available(data.rows));
  if (rows.length === 0) return null;
  return (
    <Table aria-label="Prices">
      <TableHeader>
        <TableRow>
          <TableHead>Package</TableHead>
          <TableHead className="text-right">Customer</TableHead>
          <TableHead className="text-right">Agent</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {rows.map(({ network, _id, offer, priceCustomer, priceAgent }) => (
          <TableRow key={_id}>
            <TableCell className="whitespace-normal">
              <span className="font-semibold">{offer}</span>{" "}
              <span className="text-muted-foreground">{network}</span>
            </TableCell>
            <TableCell className="text-right">{money(priceCustomer)}</TableCell>
            <TableCell className="text-right font-bold text-primary">{money(priceAgent)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function cheaperPackages(products: readonly ProductRecord[]) {
  return products.flatMap(({ network, packages }) => {
    const cheaper = packages.find(({ priceAgent, priceCustomer }) => priceAgent < priceCustomer);
    return cheaper === undefined ? [] : [{ network, ...cheaper }];
  });
}
