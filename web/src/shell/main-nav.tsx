import { lazyRouteComponent, Link } from "@tanstack/react-router";
import { CircleHelp, House, ReceiptText, UserRound } from "lucide-react";
import { Suspense, useState } from "react";

const SupportSheet = lazyRouteComponent(() => import("../settings/support-sheet.tsx"));

const itemLook =
  "flex min-h-14 min-w-0 flex-col items-center justify-center gap-0.5 rounded-lg text-[min(0.78125rem,3.5vw)] whitespace-nowrap text-muted-foreground aria-[current=page]:font-bold aria-[current=page]:text-primary lg:min-h-12 lg:flex-row lg:gap-2 lg:px-1.5 lg:text-sm lg:font-medium xl:px-3";
const iconLook = "size-[1.375rem] shrink-0 lg:hidden 2xl:block 2xl:size-5";

/**
 * The specification's bottom bar. On a desk it is part of the top bar, which has no room for it on a tablet. On a low
 * screen it would cover the page, so there it is a second line of the top bar, which then scrolls away.
 */
export function MainNav() {
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
