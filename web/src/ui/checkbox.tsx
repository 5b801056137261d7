import { Checkbox as CheckboxPrimitive } from "@base-ui/react/checkbox";
import { Check } from "lucide-react";

/** A box of 24 px. Its target is 48 px wide and high for touch, and 36 px for a mouse, like the rows of tables. */
export function Checkbox(props: CheckboxPrimitive.Root.Props) {
  return (
    <CheckboxPrimitive.Root
      data-slot="checkbox"
      className="relative inline-grid size-6 shrink-0 cursor-pointer place-items-center rounded-sm border border-input bg-card align-middle after:absolute after:-inset-3 data-checked:border-primary data-checked:bg-primary data-checked:text-primary-foreground md:after:-inset-1.5"
      {...props}
    >
      <CheckboxPrimitive.Indicator data-slot="checkbox-indicator">
        <Check aria-hidden className="size-4.5" strokeWidth={3} />
      </CheckboxPrimitive.Indicator>
    </CheckboxPrimitive.Root>
  );
}
