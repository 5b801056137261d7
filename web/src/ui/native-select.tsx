import type { ComponentProps, ReactNode } from "react";
import { cn } from "../lib/cn.ts";
import { Field, inputLook } from "./field.tsx";

/** The browser's own select, which works better on phones than a custom one. */
export function NativeSelect({ className, ...props }: ComponentProps<"select">) {
  return (
    <select
      data-slot="native-select"
      className={cn(inputLook, "px-2.5 read-only:bg-card", className)}
      {...props}
    />
  );
}

export const onOff = { off: "Off", on: "On" } as const;

export function SelectField<Value extends string>({
  onValue,
  names = {},
  children,
  ...field
}: Omit<ComponentProps<"select">, "value" | "onChange"> & {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  value: Value | undefined;
  onValue: (value: Value) => void;
  /** The choices by value. `children`: others, above them. */
  names?: Readonly<Record<string, string>>;
}) {
  return (
    <Field {...field}>
      {(select) => (
        <NativeSelect {...select} onChange={({ target }) => onValue(target.value as Value)}>
          {children}
          {Object.entries(names).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
}
