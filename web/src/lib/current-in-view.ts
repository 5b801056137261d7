import { useLocation } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef } from "react";

/** Scrolls a line of links or tabs so that the current one is in the middle. */
export function useCurrentInView<Line extends HTMLElement = HTMLElement>(): RefObject<Line | null> {
  const line = useRef<Line>(null);
  const address = useLocation({ select: ({ href }) => href });
  useEffect(() => {
    const current = line.current?.querySelector<HTMLElement>("[aria-current=page], [aria-selected=true]");
    if (!line.current || !current) return;
    line.current.scrollLeft = current.offsetLeft - (line.current.clientWidth - current.offsetWidth) / 2;
  }, [address]);
  return line;
}
