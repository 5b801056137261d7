import { loginBody } from "#contract/sessions.ts";
import { type Problems, problemsOf } from "../lib/problems.ts";

/** A separate file, because the login page loads it only when the user starts typing. */
export function loginProblems(form: unknown): Problems {
  return problemsOf(loginBody, form);
}
