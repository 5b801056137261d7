import { Menu as MenuPrimitive } from "@base-ui/react/menu";
import { cn, type Styled } from "../lib/cn.ts";

export const DropdownMenu = MenuPrimitive.Root;

export function DropdownMenuTrigger(props: MenuPrimitive.Trigger.Props) {
  return <MenuPrimitive.Trigger data-slot="dropdown-menu-trigger" {...props} />;
}

export function DropdownMenuContent({
  align = "start",
  className,
  container,
  ...props
}: Omit<MenuPrimitive.Popup.Props, "className"> &
  Pick<MenuPrimitive.Positioner.Props, "align"> &
  Pick<MenuPrimitive.Portal.Props, "container"> & { className?: string }) {
  return (
    <MenuPrimitive.Portal container={container}>
      <MenuPrimitive.Positioner
        className="z-30 outline-none"
        align={align}
        sideOffset={8}
        collisionPadding={8}
      >
        <MenuPrimitive.Popup
          data-slot="dropdown-menu-content"
          className={cn(
            "max-h-(--available-height) max-w-(--available-width) min-w-[min(14rem,var(--available-width))] overflow-y-auto overscroll-contain rounded-lg border border-border bg-popover p-1.5 text-popover-foreground shadow-xl outline-none",
            className,
          )}
          {...props}
        />
      </MenuPrimitive.Positioner>
    </MenuPrimitive.Portal>
  );
}

const itemLook =
  "flex min-h-12 w-full cursor-pointer items-center gap-3 rounded-sm px-3 text-left font-medium outline-none select-none data-highlighted:bg-muted";

export function DropdownMenuItem({ className, ...props }: Styled<MenuPrimitive.Item.Props>) {
  return <MenuPrimitive.Item data-slot="dropdown-menu-item" className={cn(itemLook, className)} {...props} />;
}

export function DropdownMenuLinkItem({ className, ...props }: Styled<MenuPrimitive.LinkItem.Props>) {
  return (
    <MenuPrimitive.LinkItem
      data-slot="dropdown-menu-item"
      closeOnClick
      className={cn(itemLook, className)}
      {...props}
    />
  );
}

export const DropdownMenuRadioGroup = MenuPrimitive.RadioGroup;

export function DropdownMenuRadioItem({ className, ...props }: Styled<MenuPrimitive.RadioItem.Props>) {
  return (
    <MenuPrimitive.RadioItem
      data-slot="dropdown-menu-radio-item"
      className={cn(itemLook, "data-checked:text-primary", className)}
      {...props}
    />
  );
}

export const DropdownMenuGroup = MenuPrimitive.Group;

export function DropdownMenuLabel({ className, ...props }: Styled<MenuPrimitive.GroupLabel.Props>) {
  return (
    <MenuPrimitive.GroupLabel
      data-slot="dropdown-menu-label"
      className={cn("px-3 py-1.5 text-sm font-medium text-muted-foreground", className)}
      {...props}
    />
  );
}

export function DropdownMenuSeparator() {
  return <MenuPrimitive.Separator className="-mx-1.5 my-1 h-px bg-border" />;
}
