import { Link, useMatchRoute, useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { useSession } from "../../lib/session.ts";
import { cn } from "../../lib/cn.ts";
import { buttonVariants } from "../../ui/button.tsx";
import { ActionsMenu } from "./actions-menu.tsx";
import { Banners } from "./banners.tsx";
import { BasketLink } from "./basket-link.tsx";
import { BuyMenu } from "./buy-menu.tsx";
import { LiveBalance } from "./live-balance.tsx";
import { LogoMenu } from "./logo-menu.tsx";
import { MainNav } from "./main-nav.tsx";
import { useSteadyPage } from "./steady-page.ts";

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
