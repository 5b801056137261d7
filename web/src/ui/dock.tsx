import type { ReactNode } from "react";

/**
 * The page's main action, always within reach of the thumb: above the bottom bar of a phone (home-layout.tsx), and at the
 * bottom of its column on a desk. On a low screen it would cover the page, so there it is the page's last part.
 */
export function Dock({ status, children }: { status: ReactNode; children: ReactNode }) {
  return (
    <>
      {/* Keeps the dock from covering the last rows. */}
      <div aria-hidden className="h-24 short:hidden lg:hidden" />
      <div
        data-dock
        className="fixed inset-x-0 bottom-0 z-10 border-t border-border bg-card px-4 pt-2 pb-[calc(var(--bottom-bar,env(safe-area-inset-bottom))+0.5rem)] lg:sticky lg:bottom-4 lg:rounded-lg lg:border lg:pb-4 lg:shadow-sm short:static short:rounded-lg short:border short:pb-4"
      >
        <div role="status" className="flex min-h-10 flex-wrap items-center justify-between gap-x-3 pb-1.5">
          {status}
        </div>
        {/* The last item takes the rest of the line, or its own line if the text is larger. */}
        <div className="flex flex-wrap gap-2.5 *:last:w-auto *:last:flex-auto">{children}</div>
      </div>
    </>
  );
}
