import { redirect } from "@tanstack/react-router";
import { getSession } from "../../lib/session.ts";

export function requireUser(): void {
  if (getSession() === null) throw redirect({ to: "/", replace: true });
}

/** Decides only what is shown. The server decides what an admin may do. */
export function requireAdmin(): void {
  if (getSession()?.userLevel !== "Admin") throw redirect({ to: "/", replace: true });
}
