import { useQuery } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { useCurrentInView } from "../lib/current-in-view.ts";
import { approvalsQuery, waitingIn } from "./approvals/approvals.query.ts";
import { BooksLight } from "./audit/books-light.tsx";
import { Banners } from "../app/shell/banners.tsx";
import { LogoMenu } from "../app/shell/logo-menu.tsx";
import { Footer } from "../app/shell/brand.tsx";
import { useShopName } from "../app/shell/shop-name.ts";
import { SignedIn } from "../app/shell/signed-in.tsx";
import { countsQuery } from "./counts.query.ts";
import { PaymentChange } from "./settings/payment-change.tsx";

const itemLook =
  "flex min-h-12 shrink-0 items-center justify-between gap-3 rounded-lg px-3 text-base font-medium text-muted-foreground aria-[current=page]:bg-accent aria-[current=page]:font-bold aria-[current=page]:text-primary lg:min-h-10";

export function AdminLayout() {
  return (
    <SignedIn>
      <Office />
    </SignedIn>
  );
}

/**
 * The frame of the back office: links at the side on a desk, in a line at the top on a phone, each with its number of
 * pending items.
 */
function Office() {
  const { data: counts } = useQuery(countsQuery);
  const { data: approvals } = useQuery(approvalsQuery);
  const line = useCurrentInView();
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[13rem_1fr]">
      <header className="sticky top-0 z-20 border-b border-border bg-card pt-[env(safe-area-inset-top)] lg:h-dvh lg:border-r lg:border-b-0 lg:px-3 lg:py-4">
        <div className="flex min-h-14 flex-wrap items-center px-4 lg:mb-2 lg:px-3">
          <LogoMenu />
          <div className="ml-auto lg:hidden">
            <BooksLight />
          </div>
        </div>
        <nav
          ref={line}
          aria-label="Admin"
          className="relative flex gap-1 overflow-x-auto px-3 pb-1 [scrollbar-width:none] lg:flex-col lg:overflow-visible lg:px-0"
        >
          <Link to="/admin" activeOptions={{ exact: true }} className={itemLook}>
            Dashboard
          </Link>
          <Link to="/admin/orders" activeOptions={{ includeSearch: false }} className={itemLook}>
            Orders <Count count={counts?.pending} />
          </Link>
          <Link to="/admin/finance" activeOptions={{ includeSearch: false }} className={itemLook}>
            Topups <Count count={counts && counts.recharges.pending + waitingIn(approvals).length} />
          </Link>
          <Link to="/admin/messages" activeOptions={{ includeSearch: false }} className={itemLook}>
            Messages
          </Link>
          <Link to="/admin/users" activeOptions={{ includeSearch: false }} className={itemLook}>
            Users
          </Link>
          <Link to="/admin/products" activeOptions={{ includeSearch: false }} className={itemLook}>
            Products
          </Link>
          <Link to="/admin/statistics" className={itemLook}>
            Statistics
          </Link>
          <Link to="/admin/extras" className={itemLook}>
            Extras
          </Link>
          <Link to="/admin/audit" activeOptions={{ includeSearch: false }} className={itemLook}>
            Audit
          </Link>
          <Link to="/home" className={itemLook}>
            Shop
          </Link>
        </nav>
        <div className="mt-3 max-lg:hidden">
          <BooksLight />
        </div>
      </header>
      <div className="flex min-h-dvh min-w-0 flex-col">
        <Banners isTypedKept={false} />
        <PaymentChange />
        <main className="flex min-w-0 flex-1 flex-col gap-3.5 px-4 pt-4 pb-28 lg:px-6">
          <Outlet />
        </main>
        <Footer shop={useShopName()} />
      </div>
    </div>
  );
}

function Count({ count }: { count: number | undefined }) {
  if (count === undefined || count === 0) return null;
  return (
    <span className="text-sm font-bold">
      {count}
      <span className="sr-only"> pending</span>
    </span>
  );
}
