import { loadLater } from "../lib/load-later.tsx";
import { LazyMenu } from "../ui/lazy-menu.tsx";
import { Mark } from "../ui/brand.tsx";
import { useShopName } from "../live/notice.query.ts";

const LogoMenuContent = loadLater(() => import("./logo-menu-content.tsx"));

/** The logo with its menu: theme and Logout. The name shrinks before the bar wraps. */
export function LogoMenu() {
  const shop = useShopName();
  return (
    <div className="min-w-12 flex-[1_1_3rem] md:max-w-max">
      <LazyMenu
        menu={LogoMenuContent}
        aria-label={`${shop} menu`}
        className="-ml-2 flex min-h-12 max-w-full items-center rounded-lg px-2 md:max-w-60"
      >
        {/* A name that does not fit wraps out of sight, which looks better than a cut one. */}
        <span className="flex h-8 flex-wrap items-center gap-x-2 overflow-hidden">
          <Mark />
          <span className="text-lg leading-8 font-bold tracking-[-0.01em] whitespace-nowrap">{shop}</span>
        </span>
      </LazyMenu>
    </div>
  );
}
