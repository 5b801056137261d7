import { Switch as SwitchPrimitive } from "@base-ui/react/switch";

/** A setting that is on or off at once. Its area for touch is 48 px high. */
export function Switch(props: SwitchPrimitive.Root.Props) {
  return (
    <SwitchPrimitive.Root
      data-slot="switch"
      className="relative inline-flex h-7 w-12 shrink-0 cursor-pointer items-center rounded-full bg-input transition-colors duration-150 before:absolute before:-inset-y-2.5 before:-inset-x-1 before:content-[''] data-checked:bg-primary data-disabled:cursor-default data-disabled:opacity-50"
      {...props}
    >
      <SwitchPrimitive.Thumb
        data-slot="switch-thumb"
        className="ml-1 size-5 rounded-full bg-card transition-transform duration-150 data-checked:translate-x-5"
      />
    </SwitchPrimitive.Root>
  );
}
