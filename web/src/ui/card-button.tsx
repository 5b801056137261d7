import type { ReactNode } from "react";

/** Reaches over the whole card, so that a tap anywhere opens the receipt. */
export function CardButton({ children, onOpen }: { children: ReactNode; onOpen: () => void }) {
  return (
    <button type="button" className="after:absolute after:inset-0 after:rounded-lg" onClick={onOpen}>
      {children}
      <span className="sr-only">: receipt</span>
    </button>
  );
}
