import type { ReactNode } from "react";
import { cn } from "../lib/cn.ts";
import type { BadgeVariant } from "./badge.tsx";

const dots: Record<BadgeVariant, string> = {
  success: "bg-success",
  warning: "bg-warning",
  info: "bg-info",
  destructive: "bg-destructive",
};

interface Step {
  key: string | number;
  variant: BadgeVariant;
  name: string;
  date: string;
  /** Who took it. */
  by?: string | undefined;
  more?: ReactNode;
}

/** What happened, oldest first, on a line. `next`: what is still to come. */
export function Steps({ steps, next }: { steps: readonly Step[]; next?: string | undefined }) {
  return (
    <ol aria-label="What happened" className="flex flex-col">
      {steps.map(({ key, variant, name, date, by, more }, at) => (
        <li key={key} className="relative flex flex-wrap items-baseline gap-x-3 pb-2 pl-5 text-sm">
          {(at < steps.length - 1 || next !== undefined) && (
            <span aria-hidden className="absolute top-2.5 bottom-[-0.6rem] left-[5px] w-0.5 bg-border" />
          )}
          <span aria-hidden className={cn("absolute top-1.5 left-0 size-3 rounded-full", dots[variant])} />
          <span className="flex-1">
            <span className="inline-block font-semibold first-letter:uppercase">{name}</span>
            {by !== undefined && <span className="text-muted-foreground"> by {by}</span>}
            {more}
          </span>
          <span className="ml-auto text-muted-foreground">{date}</span>
        </li>
      ))}
      {next !== undefined && (
        <li className="relative pl-5 text-sm text-muted-foreground">
          <span
            aria-hidden
            className="absolute top-1.5 left-0 size-3 rounded-full border-2 border-border bg-card"
          />
          {next}
        </li>
      )}
    </ol>
  );
}
