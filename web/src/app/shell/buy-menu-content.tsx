import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { texts } from "#ledger/terms/texts.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuLinkItem,
  DropdownMenuTrigger,
} from "../../ui/dropdown-menu.tsx";
import type { LazyMenuProps } from "../../ui/lazy-menu.tsx";
import { Monogram } from "../../ui/monogram.tsx";
import { available, productsQuery } from "../catalogue/products.query.ts";

export default function BuyMenuContent({ trigger, container }: LazyMenuProps) {
  const { data } = useQuery(productsQuery);
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger render={trigger} />
      <DropdownMenuContent align="end" container={container}>
        {data === undefined && <p className="px-3 py-2 text-muted-foreground">{texts.loading}</p>}
        {data !== undefined &&
          available(data.rows).map(({ _id, network }) => (
            <DropdownMenuLinkItem key={_id} render={<Link to="/home/buy/$network" params={{ network }} />}>
              <Monogram network={network} className="size-8 rounded-sm text-xs" /> {network}
            </DropdownMenuLinkItem>
          ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
