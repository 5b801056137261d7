import { useState } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuGroup,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuLinkItem,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "../src/ui/dropdown-menu.tsx";
import type { LazyMenuProps } from "../src/ui/lazy-menu.tsx";

export default function MenuContent({ trigger, container }: LazyMenuProps) {
  const [size, setSize] = useState("10");
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger render={trigger} />
      <DropdownMenuContent container={container}>
        <DropdownMenuGroup>
          <DropdownMenuLabel>Buy</DropdownMenuLabel>
          <DropdownMenuItem>5 GB</DropdownMenuItem>
          <DropdownMenuLinkItem href="#parts">A link</DropdownMenuLinkItem>
        </DropdownMenuGroup>
        <DropdownMenuSeparator />
        <DropdownMenuRadioGroup value={size} onValueChange={(value) => setSize(String(value))}>
          <DropdownMenuRadioItem value="10">10 rows</DropdownMenuRadioItem>
          <DropdownMenuRadioItem value="20">20 rows</DropdownMenuRadioItem>
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
