import type { ComponentProps } from "react";
import { cn } from "../lib/cn.ts";
import { Field, inputLook, type TextField } from "./field.tsx";

type Text = Pick<ComponentProps<typeof TextField>, "label" | "hint" | "error" | "value" | "onValue">;

export function TextAreaField({
  className,
  onValue,
  ...field
}: Omit<ComponentProps<"textarea">, keyof Text> & Text) {
  return (
    <Field {...field}>
      {(area) => (
        <textarea
          {...area}
          className={cn(inputLook, "py-2.5", className)}
          onChange={({ target }) => onValue(target.value)}
        />
      )}
    </Field>
  );
}
