import { createFileRoute, redirect } from "@tanstack/react-router";
import { RequiredFactorPage } from "../sign-in/required-factor-page.tsx";
import { getSession } from "../lib/session.ts";

export const Route = createFileRoute("/second-factor")({
  beforeLoad: () => {
    if (getSession()?.lacksFactor !== true) throw redirect({ to: "/", replace: true });
  },
  component: RequiredFactorPage,
});
