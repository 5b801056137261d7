import { createFileRoute } from "@tanstack/react-router";
import { requireUser } from "../auth/start/guards.ts";
import { noticeQuery } from "../app/catalogue/notice.query.ts";
import { productsQuery } from "../app/catalogue/products.query.ts";
import { HomeLayout } from "../app/shell/home-layout.tsx";
import { meQuery } from "../app/account/users.query.ts";
import { loadLater } from "../lib/load-later.tsx";
import { prefetch } from "../lib/prefetch.ts";
import { useSession } from "../lib/session.ts";

export const Route = createFileRoute("/home")({
  beforeLoad: requireUser,
  loader: () => prefetch(meQuery, noticeQuery, productsQuery),
  component: Home,
});

const AdminNotices = loadLater(() => import("../admin/signals/admin-notices.tsx"), { isVital: false });

function Home() {
  const isAdmin = useSession()?.userLevel === "Admin";
  return <HomeLayout notices={isAdmin && <AdminNotices />} />;
}
