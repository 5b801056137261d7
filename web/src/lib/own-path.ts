import { defaultRoute } from "#ledger/terms/limits.ts";

/** A path of this page from the address bar, or the default: never another site, however it is written. */
export function ownPath(path: unknown): string {
  if (typeof path !== "string" || !path.startsWith("/") || path.startsWith("//") || path.includes("\\")) {
    return defaultRoute;
  }
  try {
    const url = new URL(path, location.origin);
    return url.origin === location.origin ? url.pathname + url.search : defaultRoute;
  } catch {
    return defaultRoute;
  }
}
