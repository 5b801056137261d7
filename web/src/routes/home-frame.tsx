import { noticeQuery } from "../live/notice.query.ts";
import { productsQuery } from "../products/products.query.ts";
import { HomeLayout } from "../shell/home-layout.tsx";
import { meQuery } from "../users/users.query.ts";
import { loadLater } from "../lib/load-later.tsx";
import { prefetch } from "../lib/query-client.ts";
import { useSession } from "../lib/session.ts";

export const loader = () => prefetch(meQuery, noticeQuery, productsQuery);

const AdminNotices = loadLater(() => import("../shell/office/admin-notices.tsx"), { isVital: false });

/** The frame of the customer's pages. Admins also see their notices here. */
export function HomeFrame() {
  const isAdmin = useSession()?.userLevel === "Admin";
  return <HomeLayout notices={isAdmin && <AdminNotices />} />;
}
