import type { ComponentProps } from "react";
import { cn } from "../lib/cn.ts";
import { inputLook } from "./field.tsx";

/** The browser's own select: every phone has a better one than we could draw. */
export function Select({ className, ...rest }: ComponentProps<"select">) {
  return <select className={cn(inputLook, "px-2.5 bg-card!", className)} {...rest} />;
}
