import type { ComponentProps } from "react";
import { cn } from "../lib/cn.ts";

/** A table with rows of 36 px. If it is too wide, it scrolls by itself and the page does not. */
export function Table({ className, ...props }: ComponentProps<"table">) {
  return (
    <div
      data-slot="table-container"
      className="scroll-fade relative overflow-x-auto rounded-lg border border-border bg-card [--scroll-under:var(--color-card)]"
      tabIndex={0}
      role="group"
      aria-label={props["aria-label"]}
    >
      <table data-slot="table" className={cn("w-full border-collapse text-sm", className)} {...props} />
    </div>
  );
}

export function TableRow({ className, ...props }: ComponentProps<"tr">) {
  return (
    <tr
      data-slot="table-row"
      className={cn(
        "border-b border-border last:border-b-0 data-[state=selected]:bg-accent data-[state=left]:bg-muted data-[state=left]:text-muted-foreground [tbody>&]:not-data-[state=selected]:hover:bg-muted",
        className,
      )}
      {...props}
    />
  );
}

export function TableHead({ className, ...props }: ComponentProps<"th">) {
  return (
    <th
      data-slot="table-head"
      scope="col"
      className={cn(
        "bg-muted px-2 py-2 text-left text-xs font-semibold whitespace-nowrap text-muted-foreground lg:px-3",
        className,
      )}
      {...props}
    />
  );
}

export function TableCell({ className, ...props }: ComponentProps<"td">) {
  return (
    <td
      data-slot="table-cell"
      className={cn("h-9 px-2 py-1.5 whitespace-nowrap lg:px-3", className)}
      {...props}
    />
  );
}
