import type { ReactNode } from "react";
import { PageTitle } from "../ui/page-title.tsx";

/** A page's heading, and beside it what can be done on the page. */
export function PageHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-3">
      <PageTitle>{title}</PageTitle>
      {children}
    </div>
  );
}
