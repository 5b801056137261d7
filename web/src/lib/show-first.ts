import { notify } from "./notifications.ts";
import type { Problems } from "./problems.ts";

/**
 * Moves the focus to the first wrong field. A problem without a field is said too, because a form that refuses in
 * silence looks dead.
 */
export function showFirst(problems: Problems, form: HTMLFormElement): void {
  const field = form.querySelector<HTMLElement>("[aria-invalid=true]");
  const [problem] = Object.values(problems);
  if (field !== null) field.focus();
  else if (problem !== undefined) notify(problem, "danger");
}
