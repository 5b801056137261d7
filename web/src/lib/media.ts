import { browserHook } from "./store.ts";

function hookOf(query: string) {
  const list = matchMedia(query);
  return browserHook(
    () => list,
    ["change"],
    () => list.matches,
  );
}

/** Tailwind's sm (styles.css). From this width on, dialogs are windows and not panels at the bottom. */
export const useIsWide = hookOf("(min-width: 36rem)");

/** Tailwind's md. From this width on, lists are tables. */
export const useIsDesk = hookOf("(min-width: 48rem)");

/** Tailwind's lg. From this width on, the back office has its links at the side. */
export const useIsSide = hookOf("(min-width: 62rem)");

/** Whether the finger is the main pointer, as on a phone. */
export const useIsTouch = hookOf("(pointer: coarse)");
