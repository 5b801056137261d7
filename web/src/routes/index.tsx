import { createFileRoute, redirect } from "@tanstack/react-router";
import { LoginPage } from "../sign-in/start/login-page.tsx";
import { getSession } from "../lib/session.ts";

export const Route = createFileRoute("/")({
  beforeLoad: () => {
    if (getSession() !== null) throw redirect({ to: "/home", replace: true });
  },
  component: LoginPage,
});
