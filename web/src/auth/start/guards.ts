import { redirect } from "@tanstack/react-router";
import { getSession } from "../../lib/session.ts";

export function requireUser(): void {
  if (getSession() === null) throw redirect({ to: "/", replace: true });
}

/** Only for what is shown: what an admin may do is the server's to say. */
export function requireAdmin(): void {
  if (getSession()?.userLevel !== "Admin") throw redirect({ to: "/", replace: true });
}
