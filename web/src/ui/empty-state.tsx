import type { ReactNode } from "react";

/** Nothing here yet, and what to do about it. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-m border border-dashed border-line px-4 py-10 text-center">
      <p className="font-semibold">{title}</p>
      {children !== undefined && <div className="text-s text-ink-2">{children}</div>}
    </div>
  );
}
