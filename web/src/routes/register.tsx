import { createFileRoute, redirect } from "@tanstack/react-router";
import { RegisterPage } from "../sign-in/register-page.tsx";
import { ownPath, path, searchOf } from "../lib/address.ts";
import { getSession } from "../lib/session.ts";

export const Route = createFileRoute("/register")({
  validateSearch: searchOf({ redirect: path }),
  beforeLoad: ({ search }) => {
    if (getSession() !== null) throw redirect({ href: ownPath(search.redirect), replace: true });
  },
  component: RegisterPage,
});
