import { useEffect, useRef, useSyncExternalStore } from "react";
import { readStored, removeStored, writeStored } from "../../lib/storage.ts";

const listeners = new Set<() => void>();

/**
 * Whether keyboard shortcuts are on. Users must be able to switch single-key shortcuts off (WCAG 2.1.4). Remembered on
 * this device.
 */
export function useShortcutsOn(): [isOn: boolean, set: (on: boolean) => void] {
  const isOn = useSyncExternalStore(subscribe, () => readStored("keys") !== "off");
  const set = (on: boolean) => {
    if (on) removeStored("keys");
    else writeStored("keys", "off");
    for (const listener of listeners) listener();
  };
  return [isOn, set];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
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
      if (isTyping(event.target) || document.querySelector("dialog[open]") !== null) return;
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
