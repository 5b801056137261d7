import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { texts } from "#ledger/terms/texts.ts";
import { Menu, menuItemLook } from "../../ui/menu.tsx";
import { Monogram } from "../../ui/monogram.tsx";
import { available, productsQuery } from "../catalogue/products.query.ts";

/** The 'Buy Bundle' menu with all available products. */
export function BuyMenu({ look, panelClass }: { look: string; panelClass?: string }) {
  const { data } = useQuery(productsQuery);
  return (
    <Menu
      triggerClass={look}
      {...(panelClass === undefined ? {} : { panelClass })}
      trigger={
        <>
          Buy Bundle <ChevronDown aria-hidden className="size-4" />
        </>
      }
    >
      {data === undefined && <li className="px-3 py-2 text-ink-2">{texts.loading}</li>}
      {data !== undefined &&
        available(data.rows).map(({ _id, network }) => (
          <li key={_id}>
            <Link to="/home/buy/$network" params={{ network }} className={menuItemLook}>
              <Monogram network={network} className="size-8! rounded-s! text-xs!" /> {network}
            </Link>
          </li>
        ))}
    </Menu>
  );
}
