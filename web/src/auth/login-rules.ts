import { loginBody } from "#api/contract/sessions.ts";
import { problemsOf } from "../lib/problems.ts";

/** In a file of its own because the page loads it only once somebody types. */
export function loginProblems(form: unknown): Partial<Record<string, string>> {
  return problemsOf(loginBody, form);
}
