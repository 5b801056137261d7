import { limits } from "#ledger/terms/limits.ts";

export type Variant = "success" | "warning" | "danger" | "info";

export interface Notification {
  id: number;
  message: string;
  variant: Variant;
}

let shown: Notification | null = null;
let nextId = 1;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Shows a message at the top for three seconds. A new message replaces the old one. */
export function notify(message: string, variant: Variant = "warning"): void {
  show({ id: nextId++, message, variant });
  clearTimeout(timer);
  timer = setTimeout(dismissNotification, limits.toast_hide_ms);
}

export function dismissNotification(): void {
  clearTimeout(timer);
  show(null);
}

export function currentNotification(): Notification | null {
  return shown;
}

export function subscribeNotifications(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(notification: Notification | null): void {
  shown = notification;
  for (const listener of listeners) listener();
}
