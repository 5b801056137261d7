import { Tooltip as TooltipPrimitive } from "@base-ui/react/tooltip";
import { cn } from "../lib/cn.ts";

export const Tooltip = TooltipPrimitive.Root;

/** The element that is explained: by the mouse, or by the keyboard's focus. */
export function TooltipTrigger(props: TooltipPrimitive.Trigger.Props) {
  return <TooltipPrimitive.Trigger data-slot="tooltip-trigger" delay={300} {...props} />;
}

/** Only for the eye: screen readers get the same words from the element itself. */
export function TooltipContent({
  side = "top",
  className,
  ...props
}: Omit<TooltipPrimitive.Popup.Props, "className"> &
  Pick<TooltipPrimitive.Positioner.Props, "side"> & { className?: string }) {
  return (
    <TooltipPrimitive.Portal>
      <TooltipPrimitive.Positioner
        aria-hidden
        className="z-50"
        side={side}
        sideOffset={6}
        collisionPadding={8}
      >
        <TooltipPrimitive.Popup
          data-slot="tooltip-content"
          className={cn(
            "max-w-[min(24rem,var(--available-width))] rounded-md bg-foreground px-3 py-1.5 text-sm wrap-anywhere text-background shadow-xl transition-opacity duration-150 data-ending-style:opacity-0 data-instant:transition-none data-starting-style:opacity-0",
            className,
          )}
          {...props}
        />
      </TooltipPrimitive.Positioner>
    </TooltipPrimitive.Portal>
  );
}
