import { useSyncExternalStore } from "react";

/** A newer version of this page that waits to be taken, or null. Set by src/service-worker.ts, which is loaded later. */
let take: (() => void) | null = null;
const listeners = new Set<() => void>();

export function offerUpdate(takeIt: () => void): void {
  take = takeIt;
  for (const listener of listeners) listener();
}

export function useUpdate(): (() => void) | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => take,
  );
}
