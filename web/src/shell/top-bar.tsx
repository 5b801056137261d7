import { Link, useMatchRoute, useNavigate } from "@tanstack/react-router";
import { useRef, useEffect, type RefObject } from "react";
import { ShoppingBasket, Menu } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../lib/session.ts";
import { cn } from "../lib/cn.ts";
import { buttonVariants } from "../ui/button.tsx";
import { useBasket } from "../orders/basket/basket.ts";
import { pesewas } from "../lib/money.ts";
import { useOnline } from "../lib/online.ts";
import { useLiveSign } from "../lib/live-state.ts";
import { OwnBalance } from "../users/own-balance.tsx";
import { meQuery } from "../users/users.query.ts";
import { loadLater } from "../lib/load-later.tsx";
import { LazyMenu } from "../ui/lazy-menu.tsx";
import { Banners } from "./banners.tsx";
import { BuyMenu } from "../products/buy-menu.tsx";
import { LogoMenu } from "./logo-menu.tsx";
import { MainNav } from "./main-nav.tsx";

// Narrow enough for both buttons and the basket to fit in one line on a phone.
const pill = buttonVariants({
  variant: "secondary",
  size: "pill",
  className: "whitespace-nowrap max-sm:px-2.5 max-[22rem]:px-1.5 max-[22rem]:text-xs",
});

/**
 * The top bar. On a phone it shows the actions on the home page, and elsewhere the balance with a menu of the actions. A
 * desk has room for everything.
 */
export function TopBar() {
  const session = useSession();
  const navigate = useNavigate();
  const matches = useMatchRoute();
  const isHome = matches({ to: "/home" }) !== false;
  const onPhoneAtHome = isHome ? "" : "max-md:hidden";
  const banners = useRef<HTMLDivElement>(null);
  useSteadyPage(banners);
  return (
    <header className="sticky top-0 z-20 bg-background pt-[env(safe-area-inset-top)] short:static">
      <div className="mx-auto flex min-h-14 w-full max-w-6xl 2xl:max-w-[82.5rem] flex-wrap items-center gap-x-2 px-4 max-[22rem]:gap-x-0">
        <LogoMenu />
        <MainNav />
        {/* Wraps below the logo only if larger text leaves no other choice. */}
        <div className="ml-auto flex max-w-full flex-wrap items-center justify-end gap-1.5 max-[22rem]:gap-1 sm:gap-2">
          <span className="hidden md:block">
            <BuyMenu className={pill} />
          </span>
          <Link to="/home/topup" className={cn(pill, onPhoneAtHome)}>
            + Topup
          </Link>
          {session?.userLevel === "Customer" && (
            <button
              type="button"
              className={cn(pill, onPhoneAtHome)}
              onClick={() => void navigate({ to: "/home/become-agent" })}
            >
              Become Agent
            </button>
          )}
          {session?.userLevel === "Admin" && (
            <Link to="/admin" className={cn(pill, onPhoneAtHome)}>
              GoToAdmin
            </Link>
          )}
          <BasketLink />
          {!isHome && (
            <>
              <LiveBalance />
              <ActionsMenu className="-mr-3 md:hidden" />
            </>
          )}
        </div>
      </div>
      <div ref={banners}>
        <Banners />
      </div>
    </header>
  );
}

/** The link to the basket, if it is not empty. */
function BasketLink() {
  const count = useBasket().length;
  if (count === 0) return null;
  return (
    <Link
      to="/home/basket"
      aria-label={`Basket, ${count}`}
      className="relative -mx-1 grid size-12 place-items-center rounded-lg text-foreground"
    >
      <ShoppingBasket aria-hidden className="size-6" />
      <span className="absolute top-1 right-0.5 min-w-5 rounded-full bg-primary px-1 text-center text-xs font-bold text-primary-foreground">
        {count}
      </span>
    </Link>
  );
}

/** The balance in the top bar, with a dot that is green while it is kept up to date. */
function LiveBalance() {
  const { data: me } = useQuery(meQuery);
  const isOnline = useOnline();
  const isLive = useLiveSign() === "live" && isOnline;
  if (me === undefined) return null;
  return (
    <span className="inline-flex min-h-9 items-center gap-1.5 rounded-full bg-muted px-3 text-sm font-semibold whitespace-nowrap">
      <span
        aria-hidden
        className={cn("size-2 rounded-full", isLive ? "bg-success" : "bg-muted-foreground")}
      />
      <span className="sr-only">Balance</span>
      <OwnBalance amount={pesewas(me.balance)} />
    </span>
  );
}

/**
 * Content that appears above a page changes the height of its bar. This scrolls the page by the same amount at the same
 * moment, so that nothing moves under a finger, and makes the page long enough for it.
 */
function useSteadyPage(above: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = above.current;
    if (element === null) return;
    let height = element.offsetHeight;
    // Runs before the change is painted.
    const observer = new ResizeObserver(() => {
      const now = element.offsetHeight;
      document.documentElement.style.setProperty("--above", `${now}px`);
      scrollBy({ top: now - height, behavior: "instant" });
      height = now;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [above]);
}

const ActionsMenuContent = loadLater(() => import("./actions-menu-content.tsx"));

/** The actions of the top bar as one menu, for a phone, which has no room for their buttons. */
function ActionsMenu({ className }: { className: string }) {
  return (
    <LazyMenu
      menu={ActionsMenuContent}
      aria-label="Actions"
      className={cn("grid size-12 shrink-0 place-items-center rounded-lg text-foreground", className)}
    >
      <Menu aria-hidden className="size-6" />
    </LazyMenu>
  );
}
