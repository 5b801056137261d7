import { browserHook } from "./store.ts";

/**
 * Whether the browser has any network. True does not mean that the server can be reached, but false means that nothing
 * can be paid.
 */
export const useOnline = browserHook(
  () => window,
  ["online", "offline"],
  () => navigator.onLine,
  true,
);
