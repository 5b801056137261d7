import type { ComponentProps } from "react";
import { cn } from "../lib/cn.ts";
import { inputLook } from "./field.tsx";

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
