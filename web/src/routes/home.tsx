import { createFileRoute } from "@tanstack/react-router";
import { requireUser } from "../sign-in/start/guards.ts";
import { noticeQuery } from "../live/notice.query.ts";
import { productsQuery } from "../products/products.query.ts";
import { HomeLayout } from "../shell/home-layout.tsx";
import { meQuery } from "../users/users.query.ts";
import { loadLater } from "../lib/load-later.tsx";
import { prefetch } from "../lib/query-client.ts";
import { useSession } from "../lib/session.ts";

export const Route = createFileRoute("/home")({
  beforeLoad: requireUser,
  loader: () => prefetch(meQuery, noticeQuery, productsQuery),
  component: Home,
});

const AdminNotices = loadLater(() => import("../shell/office/admin-notices.tsx"), { isVital: false });

function Home() {
  const isAdmin = useSession()?.userLevel === "Admin";
  return <HomeLayout notices={isAdmin && <AdminNotices />} />;
}
