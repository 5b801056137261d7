import { redirect } from "@tanstack/react-router";
import { getSession } from "../../lib/session.ts";

export function requireUser(): void {
  const session = getSession();
  if (session === null) throw redirect({ to: "/", replace: true });
  if (session.lacksFactor) throw redirect({ to: "/second-factor", replace: true });
}

/** Decides only what is shown. The server decides what an admin may do. */
export function requireAdmin(): void {
  requireUser();
  if (getSession()?.userLevel !== "Admin") throw redirect({ to: "/", replace: true });
}
