import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { texts } from "#contract/terms/texts.ts";
import { DropdownMenu, DropdownMenuLinkItem } from "../ui/dropdown-menu.tsx";
import type { LazyMenuProps } from "../ui/lazy-menu.tsx";
import { Loading } from "../ui/placeholders.tsx";
import { Monogram } from "../ui/monogram.tsx";
import { available, productsQuery } from "./products.query.ts";

export default function BuyMenuContent(props: LazyMenuProps) {
  return (
    <DropdownMenu align="end" {...props}>
      <ProductItems />
    </DropdownMenu>
  );
}

export function ProductItems() {
  const query = useQuery(productsQuery);
  if (query.data === undefined)
    return (
      <Loading of={query} what="The products could not be loaded.">
        <p className="px-3 py-2 text-muted-foreground">{texts.loading}</p>
      </Loading>
    );
  return available(query.data.rows).map(({ _id, network }) => (
    <DropdownMenuLinkItem key={_id} render={<Link to="/home/buy/$network" params={{ network }} />}>
      <Monogram network={network} className="size-8 rounded-sm text-xs" /> {network}
    </DropdownMenuLinkItem>
  ));
}
