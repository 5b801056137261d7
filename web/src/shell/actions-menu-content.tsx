import { Link } from "@tanstack/react-router";
import { ShieldCheck, Store, UserStar, Wallet } from "lucide-react";
import { mayHaveShop } from "#contract/terms/shops.ts";
import { useSession } from "../lib/session.ts";
import {
  DropdownMenu,
  DropdownMenuGroup,
  DropdownMenuLinkItem,
  DropdownMenuSeparator,
} from "../ui/dropdown-menu.tsx";
import type { LazyMenuProps } from "../ui/lazy-menu.tsx";
import { ProductItems } from "../products/buy-menu-content.tsx";

const iconLook = "mx-1.5 size-5";

export default function ActionsMenuContent(props: LazyMenuProps) {
  const level = useSession()?.userLevel;
  return (
    <DropdownMenu align="end" {...props}>
      <DropdownMenuLinkItem render={<Link to="/home/topup" />}>
        <Wallet aria-hidden className={iconLook} /> + Topup
      </DropdownMenuLinkItem>
      {level === "Customer" && (
        <DropdownMenuLinkItem render={<Link to="/home/become-agent" />}>
          <UserStar aria-hidden className={iconLook} /> Become Agent
        </DropdownMenuLinkItem>
      )}
      {level !== undefined && mayHaveShop(level) && (
        <DropdownMenuLinkItem render={<Link to="/home/shop" />}>
          <Store aria-hidden className={iconLook} /> My shop
        </DropdownMenuLinkItem>
      )}
      {level === "Admin" && (
        <DropdownMenuLinkItem render={<Link to="/admin" />}>
          <ShieldCheck aria-hidden className={iconLook} /> GoToAdmin
        </DropdownMenuLinkItem>
      )}
      <DropdownMenuSeparator />
      <DropdownMenuGroup label="Buy Bundle">
        <ProductItems />
      </DropdownMenuGroup>
    </DropdownMenu>
  );
}
