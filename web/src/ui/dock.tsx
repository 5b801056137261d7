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
      {/* On a desk, what scrolls below it must not show in the gap under it. */}
      <div
        data-dock
        className="fixed inset-x-0 bottom-0 z-10 border-t border-border bg-card px-4 pt-2 pb-[calc(var(--bottom-bar,env(safe-area-inset-bottom))+0.5rem)] lg:sticky lg:bottom-4 lg:rounded-lg lg:border lg:pb-4 lg:shadow-sm lg:after:absolute lg:after:-inset-x-px lg:after:top-full lg:after:mt-px lg:after:h-4 lg:after:bg-background short:after:hidden short:static short:rounded-lg short:border short:pb-4"
      >
        <div
          role="status"
          className="mx-auto flex min-h-10 max-w-xl flex-wrap items-center justify-between gap-x-3 pb-1.5"
        >
          {status}
        </div>
        {/* As wide as the page above it. The last item takes the rest of the line, or its own line if the text is larger. */}
        <div className="mx-auto flex max-w-xl flex-wrap gap-2.5 *:last:w-auto *:last:flex-auto">
          {children}
        </div>
      </div>
    </>
  );
}
