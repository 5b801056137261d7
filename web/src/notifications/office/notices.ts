import type { Notification as Notice } from "#contract/notifications.ts";
import { readStored, removeStored, writeStored } from "../../lib/storage.ts";

/** Denied: only the user can change that, in the browser's settings. */
export type NoticeState = "unsupported" | "denied" | "off" | "on";

export function noticeState(): NoticeState {
  if (!("Notification" in globalThis)) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  return Notification.permission === "granted" && readStored("officeNotices") === "on" ? "on" : "off";
}

/** Asks for permission, so it must be called from a tap. */
export async function turnNoticesOn(): Promise<NoticeState> {
  if ((await Notification.requestPermission()) === "granted") writeStored("officeNotices", "on");
  return noticeState();
}

export function turnNoticesOff(): NoticeState {
  removeStored("officeNotices");
  return noticeState();
}

/**
 * Tells an admin who looks at something else. The installed app shows it in the same place as a push about the same queue.
 * `open`: leads this page to a path.
 */
export async function tell({ title, text, path, tag }: Notice, open: (path: string) => void): Promise<void> {
  if (document.visibilityState !== "hidden" || noticeState() !== "on") return;
  const shown = { body: text, tag, icon: "/icons/icon-192.png", data: { path } };
  try {
    const app = await navigator.serviceWorker?.getRegistration();
    if (app?.active) return await app.showNotification(title, shown);
    const notice = new Notification(title, shown);
    notice.onclick = () => {
      window.focus();
      open(path);
      notice.close();
    };
  } catch {
    // Phones show only those of an installed app.
  }
}
