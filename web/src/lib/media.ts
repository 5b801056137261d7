import { browserStore, useStore } from "./store.ts";

const wide = matching("(min-width: 36rem)");
const desk = matching("(min-width: 48rem)");
const side = matching("(min-width: 62rem)");
const touch = matching("(pointer: coarse)");

/** Tailwind's sm (styles.css). From this width on, dialogs are windows and not panels at the bottom. */
export function useIsWide(): boolean {
  return useStore(wide);
}

/** Tailwind's md. From this width on, lists are tables. */
export function useIsDesk(): boolean {
  return useStore(desk);
}

/** Tailwind's lg. From this width on, the back office has its links at the side. */
export function useIsSide(): boolean {
  return useStore(side);
}

/** Whether the finger is the main pointer, as on a phone. */
export function useIsTouch(): boolean {
  return useStore(touch);
}

function matching(query: string) {
  const list = matchMedia(query);
  return browserStore(list, ["change"], () => list.matches);
}
