/** Code that is loaded late is gone when the shop was updated while the page was open. */

/** As Chrome, Firefox and Safari say it, and as Vite says it of a style. */
const missing =
  /^(Failed to fetch|error loading) dynamically imported module|^Importing a module script failed|^Unable to preload CSS/;

export function isMissingCode(error: unknown): boolean {
  return error instanceof Error && missing.test(error.message);
}

/** The router reloads the page for the code of a route by itself, under the same key. */
const keyOf = (error: unknown) => `tanstack_router_reload:${error instanceof Error ? error.message : ""}`;

/**
 * Whether to reload the page, so that the new version is loaded: once for each missing file, so that it does not reload
 * without end.
 */
export function mayReloadFor(error: unknown): boolean {
  if (!isMissingCode(error) || !navigator.onLine) return false;
  try {
    return sessionStorage.getItem(keyOf(error)) === null;
  } catch {
    // Nobody would remember that it was reloaded.
    return false;
  }
}

export function reloadFor(error: unknown): void {
  sessionStorage.setItem(keyOf(error), "1");
  location.reload();
}
