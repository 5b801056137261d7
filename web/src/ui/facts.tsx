import type { ReactNode } from "react";
import type { ChangeRecord } from "#contract/audit.ts";

/** A list of names and values, one per line, for receipts and questions. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-border">{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5">
      <dt className="text-sm text-muted-foreground">{name}</dt>
      <dd className="ml-auto flex max-w-full flex-wrap items-center justify-end gap-2 text-right font-semibold">
        {children}
      </dd>
    </div>
  );
}

/** What changes, with its values before and after. */
export function Changes({ changes }: { changes: readonly ChangeRecord[] }) {
  return (
    <Facts>
      <ChangeFacts changes={changes} />
    </Facts>
  );
}

/** The same, among other facts. */
export function ChangeFacts({ changes }: { changes: readonly ChangeRecord[] }) {
  return changes.map(({ what, before, after }) => (
    <Fact key={what} name={what}>
      <span className="min-w-0 wrap-anywhere">
        {before || "none"} → {after || "none"}
      </span>
    </Fact>
  ));
}
