import { useLocation } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef } from "react";

/** Scrolls a line of links so that the current one is in the middle. */
export function useCurrentInView(): RefObject<HTMLElement | null> {
  const line = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => {
    const current = line.current?.querySelector<HTMLElement>("[aria-current=page]");
    if (!line.current || !current) return;
    line.current.scrollLeft = current.offsetLeft - (line.current.clientWidth - current.offsetWidth) / 2;
  }, [path]);
  return line;
}
