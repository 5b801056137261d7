import { useSyncExternalStore } from "react";

// Tailwind's md (styles.css). From this width on, lists are tables.
const desk = matchMedia("(min-width: 48rem)");

export function useIsDesk(): boolean {
  return useSyncExternalStore(subscribe, () => desk.matches);
}

function subscribe(listener: () => void): () => void {
  desk.addEventListener("change", listener);
  return () => desk.removeEventListener("change", listener);
}
