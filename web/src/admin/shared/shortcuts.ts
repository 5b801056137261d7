import { useEffect, useRef } from "react";
import { createStore, useStore } from "../../lib/store.ts";
import { readStored, removeStored, writeStored } from "../../lib/storage.ts";

const on = createStore(readStored("keys") !== "off");

/**
 * Whether keyboard shortcuts are on. Users must be able to switch single-key shortcuts off (WCAG 2.1.4). Remembered on
 * this device.
 */
export function useShortcutsOn(): [isOn: boolean, set: (on: boolean) => void] {
  const set = (isOn: boolean) => {
    if (isOn) removeStored("keys");
    else writeStored("keys", "off");
    on.set(isOn);
  };
  return [useStore(on), set];
}

/** Keyboard shortcuts. They are inactive while typing, under an open dialog, and with Ctrl, Alt or Meta. */
export function useShortcuts(bindings: Readonly<Record<string, () => void>>): void {
  const [isOn] = useShortcutsOn();
  const current = useRef(bindings);
  useEffect(() => {
    current.current = bindings;
  });
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
      if (isTyping(event.target) || document.querySelector("[role=dialog], [role=alertdialog]") !== null)
        return;
      const act = current.current[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [isOn]);
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "button"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
