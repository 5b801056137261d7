import { Outlet } from "@tanstack/react-router";
import { Footer } from "./footer.tsx";
import { Banners } from "./banners.tsx";
import { TopBar } from "./top-bar.tsx";

export function HomeLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <TopBar />
      <Banners />
      <main className="mx-auto flex w-full max-w-6xl 2xl:max-w-[82.5rem] flex-1 flex-col gap-3.5 px-4 pt-1 md:pt-4">
        <Outlet />
      </main>
      {/* Below it the room that the bar at the bottom covers. */}
      <div className="pb-[calc(5rem+env(safe-area-inset-bottom))] md:pb-0">
        <Footer />
      </div>
    </div>
  );
}
