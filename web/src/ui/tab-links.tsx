import { Link, type LinkProps } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { useCurrentInView } from "../lib/current-in-view.ts";

/** The line of a group of tabs. It scrolls sideways if it does not fit. */
export const tabsListLook =
  "scroll-fade relative flex w-fit max-w-full gap-1 overflow-x-auto rounded-lg bg-muted p-1 [--scroll-under:var(--color-muted)] [scrollbar-width:none]";

/** One tab. The current one is a link to this page or a selected tab. */
export const tabLook =
  "inline-flex min-h-12 shrink-0 items-center gap-1.5 rounded-md px-3.5 text-sm font-semibold whitespace-nowrap text-muted-foreground hover:text-foreground focus-visible:-outline-offset-2 aria-[current=page]:bg-card aria-[current=page]:text-foreground aria-[current=page]:shadow-sm aria-selected:bg-card aria-selected:text-foreground aria-selected:shadow-sm dark:aria-[current=page]:bg-input dark:aria-selected:bg-input md:min-h-9";

/**
 * Links to the pages of a group, which look like tabs. They are links, because each page has its own address and heading.
 * Tabs within one page are tabs.tsx. `children`: links that `tabs` cannot say.
 */
export function TabLinks({
  tabs,
  children,
  ...props
}: ComponentProps<"nav"> & { tabs: readonly (readonly [to: NonNullable<LinkProps["to"]>, name: string])[] }) {
  const line = useCurrentInView();
  return (
    <nav ref={line} data-slot="tab-links" className={tabsListLook} {...props}>
      {tabs.map(([to, name]) => (
        <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }} className={tabLook}>
          {name}
        </Link>
      ))}
      {children}
    </nav>
  );
}
