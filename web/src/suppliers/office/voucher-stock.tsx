import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { ImportAnswer } from "#contract/fulfilment.ts";
import { productTypeOf } from "#contract/terms/product-types.ts";
import { countText } from "../../lib/count-text.ts";
import { ButtonLink } from "../../office/links.tsx";
import { productsQuery } from "../../products/products.query.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Loading } from "../../ui/placeholders.tsx";
import { AddVouchers } from "./add-vouchers.tsx";

interface Props {
  /** By the id of a package. */
  left: Readonly<Record<string, number>>;
  /** Beside the button that adds more. */
  children: ReactNode;
}

/** How many vouchers nobody has bought yet, and the way to add more. */
export function VoucherStock({ left, children }: Props) {
  const query = useQuery(productsQuery);
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<ImportAnswer>();
  const packages = (query.data?.rows ?? [])
    .filter(({ network }) => productTypeOf(network).hasVoucher)
    .flatMap((product) => product.packages);
  if (query.data === undefined)
    return <Loading of={query} what="The products could not be loaded." rows={1} height="h-12" />;
  if (packages.length === 0)
    return (
      <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
        The shop sells no vouchers yet.
        <ButtonLink to="/admin/products" search={{ network: "WAEC" }}>
          Sell vouchers
        </ButtonLink>
      </div>
    );
  return (
    <>
      <Facts>
        {packages.map(({ _id, offer }) => (
          <Fact key={_id} name={offer}>
            {left[_id] ? `${left[_id].toLocaleString("en")} left` : "none left"}
          </Fact>
        ))}
      </Facts>
      {added !== undefined && (
        <Alert role="status" variant="success">
          {countText(added.added, "voucher")} added.
          {added.known > 0 &&
            ` ${added.known.toLocaleString("en")} ${added.known === 1 ? "was" : "were"} known already and left out.`}
        </Alert>
      )}
      <div className="mt-1 flex flex-wrap gap-2">
        <Button size="sm" onClick={() => setAdding(true)}>
          Add vouchers
        </Button>
        {children}
      </div>
      {isAdding && <AddVouchers packages={packages} onAdded={setAdded} onClose={() => setAdding(false)} />}
    </>
  );
}
