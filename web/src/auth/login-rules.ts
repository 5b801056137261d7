import { loginBody } from "#api/contract/sessions.ts";
import { problemsOf } from "../lib/problems.ts";

/** A separate file, because the login page loads it only when the user starts typing. */
export function loginProblems(form: unknown): Partial<Record<string, string>> {
  return problemsOf(loginBody, form);
}
