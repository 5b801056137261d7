import { useSyncExternalStore } from "react";

/**
 * Installs a newer version of this page, or null if there is none. Set by src/service-worker.ts, which is loaded later.
 */
let install: (() => void) | null = null;
const listeners = new Set<() => void>();

export function offerUpdate(installIt: () => void): void {
  install = installIt;
  for (const listener of listeners) listener();
}

export function useUpdate(): (() => void) | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => install,
  );
}
