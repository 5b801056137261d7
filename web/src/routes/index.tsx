import { createFileRoute, redirect } from "@tanstack/react-router";
import { LoginPage } from "../auth/start/login-page.tsx";
import { noticeQuery } from "../app/catalogue/notice.query.ts";
import { getSession } from "../lib/session.ts";
import { prefetch } from "../lib/prefetch.ts";

export const Route = createFileRoute("/")({
  beforeLoad: () => {
    if (getSession() !== null) throw redirect({ to: "/home", replace: true });
  },
  loader: () => prefetch(noticeQuery),
  component: LoginPage,
});
