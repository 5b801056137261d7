import { Link, useMatchRoute, useNavigate, lazyRouteComponent } from "@tanstack/react-router";
import { useRef, useEffect, type RefObject, Suspense, useState } from "react";
import { ShoppingBasket, Menu, CircleHelp, House, ReceiptText, UserRound } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../lib/session.ts";
import { cn } from "../lib/cn.ts";
import { buttonVariants } from "../ui/button.tsx";
import { useBasket } from "../orders/basket/basket.ts";
import { pesewas } from "../lib/money.ts";
import { useOnline } from "../lib/store.ts";
import { useLiveSign } from "../lib/live-state.ts";
import { OwnBalance } from "../users/own-balance.tsx";
import { meQuery } from "../users/users.query.ts";
import { loadLater } from "../lib/load-later.tsx";
import { LazyMenu } from "../ui/lazy-menu.tsx";
import { Banners } from "./banners.tsx";
import { BuyMenu } from "../products/buy-menu.tsx";
import { LogoMenu } from "./logo-menu.tsx";

const ActionsMenuContent = loadLater(() => import("./actions-menu-content.tsx"));

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
              {/* The same actions, for a phone, which has no room for their buttons. */}
              <LazyMenu
                menu={ActionsMenuContent}
                aria-label="Actions"
                className="-mr-3 grid size-12 shrink-0 place-items-center rounded-lg text-foreground md:hidden"
              >
                <Menu aria-hidden className="size-6" />
              </LazyMenu>
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

const SupportSheet = lazyRouteComponent(() => import("../settings/support-sheet.tsx"));

const itemLook =
  "flex min-h-14 min-w-0 flex-col items-center justify-center gap-0.5 rounded-lg text-[min(0.78125rem,3.5vw)] whitespace-nowrap text-muted-foreground aria-[current=page]:font-bold aria-[current=page]:text-primary lg:min-h-12 lg:flex-row lg:gap-2 lg:px-1.5 lg:text-sm lg:font-medium xl:px-3";
const iconLook = "size-[1.375rem] shrink-0 lg:hidden 2xl:block 2xl:size-5";

/**
 * The specification's bottom bar. On a desk it is part of the top bar, which has no room for it on a tablet. On a low
 * screen it would cover the page, so there it is a second line of the top bar, which then scrolls away.
 */
function MainNav() {
  const [isSupportOpen, setSupportOpen] = useState(false);
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-20 grid h-(--bottom-bar) grid-cols-4 content-start border-t border-border bg-card px-2 pt-1 lg:static lg:mx-auto lg:flex lg:h-auto lg:border-0 lg:bg-transparent lg:p-0 max-lg:short:static max-lg:short:order-last max-lg:short:h-auto max-lg:short:w-full max-lg:short:border-0 max-lg:short:bg-transparent max-lg:short:px-0"
    >
      <Link to="/home" activeOptions={{ exact: true, includeSearch: false }} className={itemLook}>
        <House aria-hidden className={iconLook} /> Home
      </Link>
      <Link to="/home/my-transactions" activeOptions={{ includeSearch: false }} className={itemLook}>
        <ReceiptText aria-hidden className={iconLook} /> Transactions
      </Link>
      <button type="button" className={itemLook} onClick={() => setSupportOpen(true)}>
        <CircleHelp aria-hidden className={iconLook} /> Support
      </button>
      <Link to="/home/user-details" className={itemLook}>
        <UserRound aria-hidden className={iconLook} /> Profile
      </Link>
      {isSupportOpen && (
        <Suspense fallback={null}>
          <SupportSheet onClose={() => setSupportOpen(false)} />
        </Suspense>
      )}
    </nav>
  );
}
