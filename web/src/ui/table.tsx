import type { ComponentProps } from "react";
import { cn } from "../lib/cn.ts";

/** A table with rows of 36 px. If it is too wide, it scrolls by itself and the page does not. */
export function Table({ className, ...rest }: ComponentProps<"table">) {
  return (
    <div
      className="relative overflow-x-auto rounded-lg border border-border bg-card"
      tabIndex={0}
      role="group"
      aria-label={rest["aria-label"]}
    >
      <table className={cn("w-full border-collapse text-sm", className)} {...rest} />
    </div>
  );
}

export function Th({ className, number = false, ...rest }: ComponentProps<"th"> & { number?: boolean }) {
  return (
    <th
      scope="col"
      className={cn(
        "border-b border-border bg-muted px-2 py-2 lg:px-3 text-xs font-semibold whitespace-nowrap text-muted-foreground",
        number ? "text-right" : "text-left",
        className,
      )}
      {...rest}
    />
  );
}

export function Td({ className, number = false, ...rest }: ComponentProps<"td"> & { number?: boolean }) {
  return (
    <td
      className={cn(
        "h-9 border-b border-border px-2 py-1.5 lg:px-3 whitespace-nowrap [tr:last-child>&]:border-b-0",
        number && "text-right",
        className,
      )}
      {...rest}
    />
  );
}
