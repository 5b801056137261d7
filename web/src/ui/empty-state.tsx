import type { ReactNode } from "react";

/** Says that a list is empty, and what to do next. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-lg border border-dashed border-border px-4 py-10 text-center">
      <p className="font-semibold">{title}</p>
      {children !== undefined && <div className="text-sm text-muted-foreground">{children}</div>}
    </div>
  );
}
