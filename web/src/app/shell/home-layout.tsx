import { Outlet } from "@tanstack/react-router";
import { useSession } from "../../lib/session.ts";
import { Footer } from "./brand.tsx";
import { TopBar } from "./top-bar.tsx";

export function HomeLayout() {
  // Gone at once with the session: a page that is still there asks again for what was just cleared away.
  if (useSession() === null) return null;
  return (
    // The bar keeps the page in its place by itself (steady-page.ts); a browser that does so, too, would move it twice.
    <div className="flex min-h-[calc(100dvh+var(--above,0px))] flex-col [overflow-anchor:none]">
      <TopBar />
      <main className="mx-auto flex w-full max-w-6xl 2xl:max-w-[82.5rem] flex-1 flex-col gap-3.5 px-4 pt-1 md:pt-4">
        <Outlet />
      </main>
      {/* Below it the room that the bar at the bottom covers. */}
      <div className="pb-[calc(5rem+env(safe-area-inset-bottom))] lg:pb-0">
        <Footer />
      </div>
    </div>
  );
}
