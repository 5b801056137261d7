import { Outlet } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Footer } from "../ui/brand.tsx";
import { useShopName } from "../live/notice.query.ts";
import { SignedIn } from "./signed-in.tsx";
import { TopBar } from "./top-bar.tsx";

/** `notices`: above every page. */
export function HomeLayout({ notices }: { notices?: ReactNode }) {
  return (
    <SignedIn>
      <Frame notices={notices} />
    </SignedIn>
  );
}

function Frame({ notices }: { notices: ReactNode }) {
  const shop = useShopName();
  return (
    // The bar keeps the page in place itself (top-bar.tsx). The browser's scroll anchoring would move it twice.
    <div className="flex min-h-[calc(100dvh+var(--above,0px))] flex-col [--bottom-bar:calc(3.75rem+1px+max(0.5rem,env(safe-area-inset-bottom)))] [overflow-anchor:none]">
      <TopBar />
      {notices && <div className="has-[[role=alert]]:pb-3 md:has-[[role=alert]]:pb-0">{notices}</div>}
      <main className="mx-auto flex w-full max-w-6xl 2xl:max-w-[82.5rem] flex-1 flex-col gap-3.5 px-4 pt-1 md:pt-4">
        <Outlet />
      </main>
      {/* The space that the bottom bar covers. */}
      <div className="pb-[calc(var(--bottom-bar)+0.75rem)] lg:pb-0 short:pb-0">
        <Footer shop={shop} />
      </div>
    </div>
  );
}
