import { useQuery } from "@tanstack/react-query";
import { Loading } from "../../ui/placeholders.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { OddAttempts } from "./odd-attempts.tsx";
import { PackageRoutes } from "./package-routes.tsx";
import { SupplierCard } from "./supplier-card.tsx";
import { SupplierRules } from "./supplier-rules.tsx";
import { suppliersQuery } from "./suppliers.query.ts";

/** Who delivers orders by themselves, how that goes, and which packages go out this way. */
export function SuppliersPage() {
  const query = useQuery(suppliersQuery);
  const { data } = query;
  return (
    <>
      <PageTitle>Suppliers</PageTitle>
      <p className="max-w-prose text-sm text-muted-foreground">
        A supplier delivers orders by itself: the shop sends them as soon as they are paid, and completes them
        when the supplier says that they are delivered.
      </p>
      <Loading of={query} what="The suppliers could not be loaded." rows={2} height="h-64" />
      {data !== undefined && (
        <>
          <div className="grid grid-cols-1 items-start gap-3 md:grid-cols-2">
            {data.suppliers.map((supplier) => (
              <SupplierCard key={supplier.name} of={supplier} left={data.stock} />
            ))}
          </div>
          <OddAttempts />
          <SupplierRules of={data.rules} />
          <PackageRoutes answer={data} />
        </>
      )}
    </>
  );
}
