import { limits } from "#contract/terms/limits.ts";
import { createStore } from "./store.ts";
import type { Problems } from "./problems.ts";

export type Variant = "success" | "warning" | "danger" | "info";

export interface Notification {
  message: string;
  variant: Variant;
}

export const notification = createStore<Notification | null>(null);

let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a message at the top for three seconds. A new message replaces the old one. */
export function notify(message: string, variant: Variant = "warning"): void {
  notification.set({ message, variant });
  clearTimeout(timer);
  timer = setTimeout(dismissNotification, limits.toast_hide_ms);
}

export function dismissNotification(): void {
  clearTimeout(timer);
  notification.set(null);
}

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
