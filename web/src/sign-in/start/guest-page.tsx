import type { ReactNode } from "react";
import { usePageHeading, titledName } from "../../lib/page-heading.ts";
import { Card } from "../../ui/card.tsx";
import { Footer, Mark } from "../../ui/brand.tsx";
import { OfflineBanner } from "../../ui/offline-banner.tsx";

export function GuestPage({ title, children }: { title: string; children: ReactNode }) {
  const heading = usePageHeading(titledName);
  return (
    <div className="flex min-h-dvh flex-col pt-[env(safe-area-inset-top)]">
      <OfflineBanner />
      <main className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center gap-5 px-4 py-8">
        <div className="flex items-center gap-3">
          <Mark className="size-11 rounded-lg text-2xl" />
          <p className="min-w-0 wrap-anywhere text-xl leading-tight font-bold tracking-[-0.01em]">
            {titledName}
          </p>
        </div>
        <Card className="overflow-hidden rounded-xl p-0">
          <div className="flex flex-col gap-4 px-4.5 pt-5 pb-5">
            <h1 ref={heading} tabIndex={-1} className="text-xl font-bold outline-none">
              {title}
            </h1>
            {children}
          </div>
          <div aria-hidden className="kente h-1.5" />
        </Card>
      </main>
      <Footer shop={titledName} />
    </div>
  );
}
