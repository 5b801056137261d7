import type { MouseEvent } from "react";

/** Whether a click was meant for the row: not for a control in it, and not the end of selecting text. */
export function isForRow({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  // React also reports clicks in a dialog that a cell has opened.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  const control = target.closest("a, button, input, label, select, [role=checkbox]");
  return control === null && getSelection()?.isCollapsed !== false;
}
