import type { ComponentProps } from "react";
import { cn } from "../lib/cn.ts";
import { inputLook } from "./field.tsx";

/** The browser's own select, which works better on phones than a custom one. */
export function Select({ className, ...rest }: ComponentProps<"select">) {
  return <select className={cn(inputLook, "px-2.5 bg-card!", className)} {...rest} />;
}
