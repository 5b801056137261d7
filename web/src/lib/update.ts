import { createStore, useStore } from "./store.ts";

/**
 * Installs a newer version of this page, or null if there is none. Set by src/service-worker.ts, which is loaded later.
 */
const install = createStore<(() => void) | null>(null);

export const offerUpdate = install.set;

export function useUpdate(): (() => void) | null {
  return useStore(install);
}

/** Chromium waits up to five minutes for requests of the version before, which hang on a bad network. */
const patience_ms = 3000;

/**
 * Loads the page again with a newer version. If no page uses the version before, the new one does not wait. If it waits for
 * a request, the reload ends that, and the page is loaded once more as soon as the new version has it.
 */
export function takeOver(
  found: Pick<ServiceWorker, "state" | "addEventListener" | "postMessage">,
  reload: () => void,
): void {
  if (found.state === "activated") return reload();
  const timer = setTimeout(reload, patience_ms);
  found.addEventListener("statechange", () => {
    if (found.state !== "activated") return;
    clearTimeout(timer);
    reload();
  });
  found.postMessage({ type: "SKIP_WAITING" });
}
