import { useEffect, useRef } from "react";
import { storedFlag } from "../lib/stored-flag.ts";

/** Whether keyboard shortcuts are off. Users must be able to switch single-key shortcuts off (WCAG 2.1.4). */
export const useShortcutsOff = storedFlag("keys", "off");

/** Keyboard shortcuts. They are inactive while typing, under an open dialog, and with Ctrl, Alt or Meta. */
export function useShortcuts(bindings: Readonly<Record<string, () => void>>): void {
  const [isOff] = useShortcutsOff();
  const current = useRef(bindings);
  useEffect(() => {
    current.current = bindings;
  });
  useEffect(() => {
    if (isOff) return;
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
  }, [isOff]);
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "button"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
