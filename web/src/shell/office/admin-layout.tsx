import { useQuery } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { useCurrentInView } from "../../lib/current-in-view.ts";
import { approvalsQuery, waitingIn } from "../../office/approvals.query.ts";
import { BooksLight } from "../../books/office/books-light.tsx";
import { Banners } from "../banners.tsx";
import { LogoMenu } from "../logo-menu.tsx";
import { Footer } from "../../ui/brand.tsx";
import { useShopName } from "../../live/notice.query.ts";
import { SignedIn } from "../signed-in.tsx";
import { countsQuery, isOpening } from "../../live/counts.query.ts";
import { withdrawalRulesQuery } from "../../withdrawals/office/withdrawals.query.ts";
import { officePages, openingPage } from "./office-pages.ts";
import AdminNotices from "./admin-notices.tsx";
import { useOfficeNotifications } from "../../notifications/office/office-notifications.ts";
import {
  Sidebar,
  SidebarMenu,
  SidebarMenuBadge,
  SidebarMenuButton,
  SidebarProvider,
  SidebarTrigger,
} from "../../ui/sidebar.tsx";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { loadLater } from "../../lib/load-later.tsx";
import { Button } from "../../ui/button.tsx";

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
  const { data: withdrawals } = useQuery(withdrawalRulesQuery);
  const line = useCurrentInView();
  useOfficeNotifications(counts, approvals, withdrawals?.waiting.count);
  const pages = counts && isOpening(counts) ? [openingPage, ...officePages] : officePages;
  const pending: Partial<Record<(typeof pages)[number]["to"], number | undefined>> = {
    "/admin/orders": counts?.pending,
    "/admin/payments": withdrawals?.waiting.count,
    "/admin/finance": counts && counts.recharges.pending + waitingIn(approvals).length,
  };
  return (
    <SidebarProvider>
      <Sidebar>
        <div className="flex min-h-14 flex-wrap items-center px-4 lg:gap-y-2 lg:px-0">
          <div className="flex min-w-12 flex-1 lg:px-2">
            <LogoMenu />
          </div>
          <OfficeSearch />
          <div className="ml-auto lg:hidden">
            <BooksLight />
          </div>
        </div>
        <SidebarMenu ref={line} aria-label="Admin">
          {pages.map(({ to, name, Icon }) => (
            <SidebarMenuButton
              key={to}
              icon={<Icon aria-hidden />}
              name={name}
              badge={<Count count={pending[to]} />}
              render={<Link to={to} activeOptions={{ exact: to === "/admin", includeSearch: false }} />}
            />
          ))}
        </SidebarMenu>
        <div className="max-lg:hidden">
          <BooksLight />
        </div>
        <SidebarTrigger />
      </Sidebar>
      <div className="flex min-h-dvh min-w-0 flex-col">
        <Banners isTypedKept={false} />
        <AdminNotices />
        <main className="flex min-w-0 flex-1 flex-col gap-3.5 px-4 pt-4 pb-28 lg:px-6">
          <Outlet />
        </main>
        <Footer shop={useShopName()} />
      </div>
    </SidebarProvider>
  );
}

function Count({ count }: { count: number | undefined }) {
  if (count === undefined || count === 0) return null;
  return (
    <SidebarMenuBadge>
      {count}
      <span className="sr-only"> pending</span>
    </SidebarMenuBadge>
  );
}

const Content = loadLater(() => import("./search/office-search-content.tsx"));

/** Ctrl+K opens it everywhere in the back office, except above another dialog. */
function OfficeSearch() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key !== "k") return;
      event.preventDefault();
      if (document.querySelector("[role=dialog], [role=alertdialog]") === null) setOpen(true);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  return (
    <>
      <SidebarMenuButton
        icon={<Search aria-hidden />}
        name="Find anything"
        className="w-full border border-border text-sm max-lg:hidden"
        badge={
          <kbd
            aria-hidden
            className="text-xs whitespace-nowrap text-muted-foreground group-data-[state=collapsed]/sidebar:hidden"
          >
            Ctrl K
          </kbd>
        }
        render={<button type="button" aria-keyshortcuts="Control+K" onClick={() => setOpen(true)} />}
      />
      <Button
        variant="ghost"
        size="icon"
        className="lg:hidden"
        aria-label="Find anything"
        onClick={() => setOpen(true)}
      >
        <Search aria-hidden className="size-5" />
      </Button>
      {isOpen && (
        <Content
          onClose={() => setOpen(false)}
          // A dialog already, so that what is typed meanwhile is no shortcut of the page.
          placeholder={<div role="dialog" aria-label="Find anything" aria-busy />}
        />
      )}
    </>
  );
}
