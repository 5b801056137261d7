import { createStore, useStore } from "./store.ts";

/**
 * Installs a newer version of this page, or null if there is none. Set by src/service-worker.ts, which is loaded later.
 */
const install = createStore<(() => void) | null>(null);

export const offerUpdate = install.set;

export function useUpdate(): (() => void) | null {
  return useStore(install);
}
