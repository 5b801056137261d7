import { Link } from "@tanstack/react-router";
import { ShieldCheck, UserStar, Wallet } from "lucide-react";
import { useSession } from "../lib/session.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuGroup,
  DropdownMenuLabel,
  DropdownMenuLinkItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "../ui/dropdown-menu.tsx";
import type { LazyMenuProps } from "../ui/lazy-menu.tsx";
import { ProductItems } from "../products/buy-menu-content.tsx";

const iconLook = "mx-1.5 size-5";

export default function ActionsMenuContent({ trigger, container }: LazyMenuProps) {
  const level = useSession()?.userLevel;
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger render={trigger} />
      <DropdownMenuContent align="end" container={container}>
        <DropdownMenuLinkItem render={<Link to="/home/topup" />}>
          <Wallet aria-hidden className={iconLook} /> + Topup
        </DropdownMenuLinkItem>
        {level === "Customer" && (
          <DropdownMenuLinkItem render={<Link to="/home/become-agent" />}>
            <UserStar aria-hidden className={iconLook} /> Become Agent
          </DropdownMenuLinkItem>
        )}
        {level === "Admin" && (
          <DropdownMenuLinkItem render={<Link to="/admin" />}>
            <ShieldCheck aria-hidden className={iconLook} /> GoToAdmin
          </DropdownMenuLinkItem>
        )}
        <DropdownMenuSeparator />
        <DropdownMenuGroup>
          <DropdownMenuLabel>Buy Bundle</DropdownMenuLabel>
          <ProductItems />
        </DropdownMenuGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
