import { createFileRoute, redirect } from "@tanstack/react-router";
import { RegisterPage } from "../auth/register-page.tsx";
import { noticeQuery } from "../app/catalogue/notice.query.ts";
import { ownPath } from "../lib/address.ts";
import { getSession } from "../lib/session.ts";
import { prefetch } from "../lib/prefetch.ts";

export const Route = createFileRoute("/register")({
  validateSearch: (search: Record<string, unknown>): { redirect?: string } =>
    search["redirect"] === undefined ? {} : { redirect: ownPath(search["redirect"]) },
  beforeLoad: ({ search }) => {
    if (getSession() !== null) throw redirect({ href: ownPath(search.redirect), replace: true });
  },
  loader: () => prefetch(noticeQuery),
  component: Register,
});

function Register() {
  return <RegisterPage target={ownPath(Route.useSearch().redirect)} />;
}
