import type { ComponentProps } from "react";
import { cn } from "../lib/cn.ts";

export function Card({ className, ...rest }: ComponentProps<"div">) {
  return (
    <div className={cn("rounded-lg border border-border bg-card p-3.5 shadow-sm", className)} {...rest} />
  );
}
