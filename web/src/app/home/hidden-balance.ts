import { createStore, useStore } from "../../lib/store.ts";
import { readStored, removeStored, writeStored } from "../../lib/storage.ts";

const hidden = createStore(readStored("hideBalance") === "1");

/** Whether the balance is hidden from bystanders. Remembered on this device. */
export function useHiddenBalance(): [isHidden: boolean, toggle: () => void] {
  const isHidden = useStore(hidden);
  const toggle = () => {
    if (isHidden) removeStored("hideBalance");
    else writeStored("hideBalance", "1");
    hidden.set(!isHidden);
  };
  return [isHidden, toggle];
}
