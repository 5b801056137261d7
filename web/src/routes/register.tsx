import { createFileRoute, redirect } from "@tanstack/react-router";
import { RegisterPage } from "../auth/register-page.tsx";
import { ownPath } from "../lib/address.ts";
import { getSession } from "../lib/session.ts";

export const Route = createFileRoute("/register")({
  validateSearch: (search: Record<string, unknown>): { redirect?: string } =>
    search["redirect"] === undefined ? {} : { redirect: ownPath(search["redirect"]) },
  beforeLoad: ({ search }) => {
    if (getSession() !== null) throw redirect({ href: ownPath(search.redirect), replace: true });
  },
  component: Register,
});

function Register() {
  return <RegisterPage target={ownPath(Route.useSearch().redirect)} />;
}
