import type { ReactNode } from "react";
import { pricesRoute } from "#contract/public-pages.ts";
import { Footer, Mark } from "../../ui/brand.tsx";

interface Props {
  owner: string;
  /** In place of the owner's name and sign. */
  head?: ReactNode;
  children: ReactNode;
}

/** The frame of a page for strangers. Nothing in it needs a script. */
export function PublicPage({ owner, head, children }: Props) {
  return (
    <div className="flex min-h-dvh flex-col pt-[env(safe-area-inset-top)]">
      {head ?? (
        <header className="mx-auto flex w-full max-w-2xl items-center gap-3 px-4 pt-5">
          <Mark className="size-11 rounded-lg text-2xl" />
          <p className="min-w-0 wrap-anywhere text-xl leading-tight font-bold tracking-[-0.01em]">{owner}</p>
        </header>
      )}
      <main className="mx-auto flex w-full max-w-2xl flex-1 flex-col gap-4 px-4 py-5">{children}</main>
      <nav aria-label="More" className="text-center text-sm text-muted-foreground">
        <a className="inline-flex min-h-12 items-center px-3 underline" href={pricesRoute}>
          {`What ${owner} sells`}
        </a>
        <a className="inline-flex min-h-12 items-center px-3 underline" href="/">
          Login
        </a>
      </nav>
      <Footer shop={owner} />
    </div>
  );
}
