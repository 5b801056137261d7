import { Tooltip as TooltipPrimitive } from "@base-ui/react/tooltip";

interface Props extends Pick<TooltipPrimitive.Positioner.Props, "side"> {
  text: string;
  isOff?: boolean;
}

/**
 * Explains an element, by the mouse or the keyboard's focus. Only for the eye: screen readers get the same words from the
 * element itself. The other props are the element's.
 */
export default function Tooltip({
  text,
  side = "top",
  isOff = false,
  ...trigger
}: TooltipPrimitive.Trigger.Props & Props) {
  return (
    <TooltipPrimitive.Root disabled={isOff}>
      <TooltipPrimitive.Trigger data-slot="tooltip-trigger" delay={300} {...trigger} />
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
            className="max-w-[min(24rem,var(--available-width))] rounded-md bg-foreground px-3 py-1.5 text-sm wrap-anywhere text-background shadow-xl transition-opacity duration-150 data-ending-style:opacity-0 data-instant:transition-none data-starting-style:opacity-0"
          >
            {text}
          </TooltipPrimitive.Popup>
        </TooltipPrimitive.Positioner>
      </TooltipPrimitive.Portal>
    </TooltipPrimitive.Root>
  );
}
