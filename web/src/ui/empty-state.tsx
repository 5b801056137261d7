import type { ReactNode } from "react";
import { cn } from "../lib/cn.ts";

interface Props {
  title: string;
  className?: string;
  children?: ReactNode;
}

/** Says that a list is empty, and what to do next. */
export function EmptyState({ title, className, children }: Props) {
  return (
    <div
      className={cn(
        "flex flex-col items-center justify-center gap-3 rounded-lg border border-dashed border-border px-4 py-10 text-center",
        className,
      )}
    >
      <p className="font-semibold">{title}</p>
      {children !== undefined && <div className="text-sm text-muted-foreground">{children}</div>}
    </div>
  );
}
