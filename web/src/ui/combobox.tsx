import { Combobox as ComboboxPrimitive } from "@base-ui/react/combobox";
import { Check, X } from "lucide-react";
import type { ComponentProps } from "react";
import { cn, type Styled } from "../lib/cn.ts";
import { inputLook } from "./field.tsx";

/** A text field that chooses one thing from a list, which typing narrows down. */
export const Combobox = ComboboxPrimitive.Root;

/**
 * `clear` is the name of the button that takes the choice back. The field repeats its label as its name, because Base UI
 * hides the label from screen readers while the list is open.
 */
export function ComboboxInput({
  className,
  clear,
  ...props
}: Omit<ComboboxPrimitive.Input.Props, "className"> & {
  className?: string;
  clear: string;
  "aria-label": string;
}) {
  return (
    <ComboboxPrimitive.InputGroup data-slot="combobox-input-group" className="relative">
      <ComboboxPrimitive.Input
        data-slot="combobox-input"
        className={cn(inputLook, "pr-12", className)}
        {...props}
      />
      <ComboboxPrimitive.Clear
        data-slot="combobox-clear"
        aria-label={clear}
        className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-lg text-muted-foreground hover:text-foreground focus-visible:-outline-offset-3"
      >
        <X aria-hidden className="size-5" />
      </ComboboxPrimitive.Clear>
    </ComboboxPrimitive.InputGroup>
  );
}

/** The list below the field, as wide as the field. `container` keeps it in the field's landmark. */
export function ComboboxContent({
  className,
  container,
  ...props
}: Omit<ComboboxPrimitive.Popup.Props, "className"> &
  Pick<ComboboxPrimitive.Portal.Props, "container"> & { className?: string }) {
  return (
    <ComboboxPrimitive.Portal container={container}>
      <ComboboxPrimitive.Positioner className="z-30 outline-none" sideOffset={6} collisionPadding={8}>
        <ComboboxPrimitive.Popup
          data-slot="combobox-content"
          className={cn(
            "max-h-[min(24rem,var(--available-height))] w-(--anchor-width) min-w-[min(18rem,var(--available-width))] max-w-(--available-width) overflow-y-auto overscroll-contain rounded-lg border border-border bg-popover p-1.5 text-popover-foreground shadow-xl",
            className,
          )}
          {...props}
        />
      </ComboboxPrimitive.Positioner>
    </ComboboxPrimitive.Portal>
  );
}

/** What the list cannot say itself: that it is searching, has failed or found nothing. Screen readers announce it. */
export function ComboboxStatus({ className, ...props }: ComponentProps<typeof ComboboxPrimitive.Status>) {
  return (
    <ComboboxPrimitive.Status
      data-slot="combobox-status"
      className={cn("px-3 py-2.5 text-sm text-muted-foreground empty:hidden", className)}
      {...props}
    />
  );
}

export const ComboboxList = ComboboxPrimitive.List;

export function ComboboxItem({ className, children, ...props }: Styled<ComboboxPrimitive.Item.Props>) {
  return (
    <ComboboxPrimitive.Item
      data-slot="combobox-item"
      className={cn(
        "flex min-h-12 cursor-pointer items-center gap-3 rounded-sm px-3 py-1.5 outline-none select-none data-highlighted:bg-muted md:min-h-10",
        className,
      )}
      {...props}
    >
      {children}
      <ComboboxPrimitive.ItemIndicator className="ml-auto text-primary">
        <Check aria-hidden className="size-4.5" />
      </ComboboxPrimitive.ItemIndicator>
    </ComboboxPrimitive.Item>
  );
}
