import { noticeQuery, useShopName } from "../live/notice.query.ts";
import { productsQuery } from "../products/products.query.ts";
import { meQuery } from "../users/users.query.ts";
import { loadLater } from "../lib/load-later.tsx";
import { prefetch } from "../lib/query-client.ts";
import { useSession } from "../lib/session.ts";
import { Outlet } from "@tanstack/react-router";
import { Footer } from "../ui/brand.tsx";
import { SignedIn } from "../shell/signed-in.tsx";
import { TopBar } from "../shell/top-bar.tsx";

export const loader = () => prefetch(meQuery, noticeQuery, productsQuery);

const AdminNotices = loadLater(() => import("../shell/office/admin-notices.tsx"), { isVital: false });

/** The frame of the customer's pages. Admins also see their notices here. */
export function HomeFrame() {
  return (
    <SignedIn>
      <Frame />
    </SignedIn>
  );
}

function Frame() {
  const isAdmin = useSession()?.userLevel === "Admin";
  const shop = useShopName();
  return (
    // The bar keeps the page in place itself (top-bar.tsx). The browser's scroll anchoring would move it twice.
    <div className="flex min-h-[calc(100dvh+var(--above,0px))] flex-col [--bottom-bar:calc(3.75rem+1px+max(0.5rem,env(safe-area-inset-bottom)))] [overflow-anchor:none]">
      <TopBar />
      {isAdmin && (
        <div className="has-[[role=alert]]:pb-3 md:has-[[role=alert]]:pb-0">
          <AdminNotices />
        </div>
      )}
      <main className="mx-auto flex w-full max-w-6xl 2xl:max-w-[82.5rem] flex-1 flex-col gap-3.5 px-4 pt-1 md:pt-4">
        <Outlet />
      </main>
      {/* The space that the bottom bar covers. */}
      <div className="pb-[calc(var(--bottom-bar)+0.75rem)] lg:pb-0 short:pb-0">
        <Footer shop={shop} />
      </div>
    </div>
  );
}
