import { readStored, removeStored, type StorageKey, writeStored } from "./storage.ts";
import { createStore, useStore } from "./store.ts";

/** A hook for a choice that this device remembers: `value` is stored while it is on. */
export function storedFlag(key: StorageKey, value: string) {
  const flag = createStore(readStored(key) === value);
  const set = (isOn: boolean) => {
    if (isOn) writeStored(key, value);
    else removeStored(key);
    flag.set(isOn);
  };
  return (): [isOn: boolean, set: (isOn: boolean) => void] => [useStore(flag), set];
}
