import { useLocation } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef } from "react";

/** For a line of links that scrolls at the side: where one is stands in its middle. */
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
