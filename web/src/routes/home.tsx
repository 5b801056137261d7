import { createFileRoute } from "@tanstack/react-router";
import { requireUser } from "../features/auth/guards.ts";
import { noticeQuery } from "../features/catalogue/notice.query.ts";
import { productsQuery } from "../features/catalogue/products.query.ts";
import { HomeLayout } from "../features/shell/home-layout.tsx";
import { meQuery } from "../features/wallet/users.query.ts";
import { warm } from "../lib/warm.ts";

export const Route = createFileRoute("/home")({
  beforeLoad: requireUser,
  loader: () => warm(meQuery, noticeQuery, productsQuery),
  component: HomeLayout,
});
