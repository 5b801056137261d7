import { useSyncExternalStore } from "react";

/**
 * Whether the browser has any network. True does not mean that the server can be reached, but false means that nothing
 * can be paid.
 */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

function subscribe(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}
