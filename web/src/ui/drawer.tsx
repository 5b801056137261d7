import { Drawer as DrawerPrimitive } from "@base-ui/react/drawer";
import { cn, type Styled } from "../lib/cn.ts";

export const Drawer = DrawerPrimitive.Root;

/** A panel at the bottom of a phone. It can be swiped down to close it. */
export function DrawerContent({ className, children, ...props }: Styled<DrawerPrimitive.Popup.Props>) {
  return (
    <DrawerPrimitive.Portal>
      <DrawerPrimitive.Backdrop
        data-slot="drawer-overlay"
        className="fixed inset-0 z-40 bg-black/45 opacity-[calc(1-var(--drawer-swipe-progress))] transition-opacity duration-300 data-ending-style:opacity-0 data-starting-style:opacity-0 data-swiping:duration-0"
      />
      <DrawerPrimitive.Viewport className="fixed inset-0 z-40 flex items-end justify-center">
        <DrawerPrimitive.Popup
          data-slot="drawer-content"
          className={cn(
            "max-h-[92dvh] w-full overflow-y-auto overscroll-contain rounded-t-2xl bg-popover text-popover-foreground shadow-xl transition-transform duration-300 ease-out outline-none transform-[translateY(var(--drawer-swipe-movement-y))] touch-auto data-ending-style:transform-[translateY(100%)] data-starting-style:transform-[translateY(100%)] data-swiping:select-none data-swiping:duration-0",
            className,
          )}
          {...props}
        >
          <DrawerPrimitive.Content className="flex flex-col gap-3 p-4.5 pb-[max(1.375rem,env(safe-area-inset-bottom))]">
            {children}
          </DrawerPrimitive.Content>
        </DrawerPrimitive.Popup>
      </DrawerPrimitive.Viewport>
    </DrawerPrimitive.Portal>
  );
}
