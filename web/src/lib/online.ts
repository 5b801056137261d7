import { browserStore, useStore } from "./store.ts";

const online = browserStore(window, ["online", "offline"], () => navigator.onLine);

/**
 * Whether the browser has any network. True does not mean that the server can be reached, but false means that nothing
 * can be paid.
 */
export function useOnline(): boolean {
  return useStore(online);
}
