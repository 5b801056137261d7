import { useSyncExternalStore } from "react";
import { readStored, removeStored, writeStored } from "../../lib/storage.ts";

const listeners = new Set<() => void>();

/** Whether the balance is hidden from bystanders. Remembered on this device. */
export function useHiddenBalance(): [isHidden: boolean, toggle: () => void] {
  const isHidden = useSyncExternalStore(subscribe, () => readStored("hideBalance") === "1");
  const toggle = () => {
    if (isHidden) removeStored("hideBalance");
    else writeStored("hideBalance", "1");
    for (const listener of listeners) listener();
  };
  return [isHidden, toggle];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
