import { Menu as MenuPrimitive } from "@base-ui/react/menu";
import type { ReactNode } from "react";
import { cn } from "../lib/cn.ts";
import type { LazyMenuProps } from "./lazy-menu.tsx";

interface Props extends LazyMenuProps, Pick<MenuPrimitive.Positioner.Props, "align"> {
  children: ReactNode;
}

/** A menu that is open at first, because its button was tapped before it was loaded. */
export function DropdownMenu({ trigger, container, align = "start", children }: Props) {
  return (
    <MenuPrimitive.Root defaultOpen>
      <MenuPrimitive.Trigger data-slot="dropdown-menu-trigger" render={trigger} />
      <MenuPrimitive.Portal container={container}>
        <MenuPrimitive.Positioner
          className="z-30 outline-none"
          align={align}
          sideOffset={8}
          collisionPadding={8}
        >
          <MenuPrimitive.Popup
            data-slot="dropdown-menu-content"
            className="max-h-(--available-height) max-w-(--available-width) min-w-[min(14rem,var(--available-width))] overflow-y-auto overscroll-contain rounded-lg border border-border bg-popover p-1.5 text-popover-foreground shadow-xl outline-none"
          >
            {children}
          </MenuPrimitive.Popup>
        </MenuPrimitive.Positioner>
      </MenuPrimitive.Portal>
    </MenuPrimitive.Root>
  );
}

const itemLook =
  "flex min-h-12 w-full cursor-pointer items-center gap-3 rounded-sm px-3 text-left font-medium outline-none select-none data-highlighted:bg-muted";

export function DropdownMenuItem(props: MenuPrimitive.Item.Props) {
  return <MenuPrimitive.Item data-slot="dropdown-menu-item" className={itemLook} {...props} />;
}

export function DropdownMenuLinkItem(props: MenuPrimitive.LinkItem.Props) {
  return (
    <MenuPrimitive.LinkItem data-slot="dropdown-menu-item" closeOnClick className={itemLook} {...props} />
  );
}

export const DropdownMenuRadioGroup = MenuPrimitive.RadioGroup;

export function DropdownMenuRadioItem(props: MenuPrimitive.RadioItem.Props) {
  return (
    <MenuPrimitive.RadioItem
      data-slot="dropdown-menu-radio-item"
      className={cn(itemLook, "data-checked:text-primary")}
      {...props}
    />
  );
}

export function DropdownMenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <MenuPrimitive.Group>
      <MenuPrimitive.GroupLabel
        data-slot="dropdown-menu-label"
        className="px-3 py-1.5 text-sm font-medium text-muted-foreground"
      >
        {label}
      </MenuPrimitive.GroupLabel>
      {children}
    </MenuPrimitive.Group>
  );
}

export function DropdownMenuSeparator() {
  return <MenuPrimitive.Separator className="-mx-1.5 my-1 h-px bg-border" />;
}
