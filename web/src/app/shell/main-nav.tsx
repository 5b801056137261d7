import { Link } from "@tanstack/react-router";
import { CircleHelp, House, ReceiptText, UserRound } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { cn } from "../../lib/cn.ts";

const SupportSheet = lazy(() => import("../support/support-sheet.tsx"));

const itemLook =
  "flex min-h-14 min-w-0 flex-col items-center justify-center gap-0.5 rounded-lg text-[min(0.78125rem,3.5vw)] whitespace-nowrap text-muted-foreground aria-[current=page]:font-bold aria-[current=page]:text-primary lg:min-h-12 lg:flex-row lg:gap-2 lg:px-1.5 lg:text-sm lg:font-medium xl:px-3";
const iconLook = "size-[1.375rem] shrink-0 lg:hidden 2xl:block 2xl:size-5";

/**
 * The specification's bottom bar. On a desk it is part of the top bar, which has no room for it on a tablet. On smaller
 * screens a page's dock replaces it: at once on pages for paying, elsewhere only while the dock is shown, so that every
 * page has a way on.
 */
export function MainNav({ isForPaying }: { isForPaying: boolean }) {
  const [isSupportOpen, setSupportOpen] = useState(false);
  return (
    <nav
      aria-label="Main"
      className={cn(
        "fixed inset-x-0 bottom-0 z-20 grid grid-cols-4 border-t border-border bg-card px-2 pt-1 pb-[max(0.5rem,env(safe-area-inset-bottom))] lg:static lg:mx-auto lg:flex lg:border-0 lg:bg-transparent lg:p-0",
        isForPaying ? "max-lg:hidden" : "max-lg:[body:has([data-dock])_&]:hidden",
      )}
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
