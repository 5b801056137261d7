import { useQuery } from "@tanstack/react-query";
import type { ProductRecord } from "#api/contract/products.ts";
import { money } from "../../lib/money.ts";
import { Failure } from "../../ui/failure.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Table, Td, Th } from "../../ui/table.tsx";
import { available, productsQuery } from "../catalogue/products.query.ts";

/** What one package of each product costs a Customer and an Agent, side by side. */
export function AgentPrices() {
  const { data, isPending, isError, error, refetch } = useQuery(productsQuery);
  if (isPending) return <SkeletonRows count={6} className="h-9" />;
  if (isError)
    return <Failure what="The prices could not be loaded." error={error} onRetry={() => void refetch()} />;
  const rows = cheaperPackages(available(data.rows));
  if (rows.length === 0) return null;
  return (
    <Table aria-label="Prices">
      <thead>
        <tr>
          <Th>Package</Th>
          <Th number>Customer</Th>
          <Th number>Agent</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ network, _id, offer, priceCustomer, priceAgent }) => (
          <tr key={_id}>
            <Td className="whitespace-normal">
              <span className="font-semibold">{offer}</span>{" "}
              <span className="text-muted-foreground">{network}</span>
            </Td>
            <Td number>{money(priceCustomer)}</Td>
            <Td number className="font-bold text-primary">
              {money(priceAgent)}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function cheaperPackages(products: readonly ProductRecord[]) {
  return products.flatMap(({ network, packages }) => {
    const cheaper = packages.find(({ priceAgent, priceCustomer }) => priceAgent < priceCustomer);
    return cheaper === undefined ? [] : [{ network, ...cheaper }];
  });
}
