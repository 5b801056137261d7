import type { ReactNode } from "react";
import { useShopName } from "../live/notice.query.ts";
import { usePageHeading } from "../lib/page-heading.ts";

/** A page's heading, which also names the document. `name` is for headings that are not the page's name. */
export function PageTitle({ name, children }: { name?: string; children: ReactNode }) {
  const heading = usePageHeading(useShopName(), name);
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className="min-w-0 text-xl leading-tight font-bold tracking-[-0.01em] outline-none"
    >
      {children}
    </h1>
  );
}

/** A page's heading, and beside it what can be done on the page. */
export function PageHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-3">
      <PageTitle>{title}</PageTitle>
      {children}
    </div>
  );
}
