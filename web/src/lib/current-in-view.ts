import { useLocation } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef } from "react";

/** Scrolls a line of links, tabs or choices so that the current one is in the middle. */
export function useCurrentInView<Line extends HTMLElement = HTMLElement>(): RefObject<Line | null> {
  const line = useRef<Line>(null);
  const address = useLocation({ select: ({ href }) => href });
  useEffect(() => {
    const { current: frame } = line;
    const current = frame?.querySelector<HTMLElement>(
      "[aria-current=page], [aria-selected=true], [aria-pressed=true]",
    );
    if (!frame || !current) return;
    const observer = new ResizeObserver(() => {
      frame.scrollLeft = current.offsetLeft - (frame.clientWidth - current.offsetWidth) / 2;
    });
    // Numbers beside the names arrive later.
    for (const each of frame.children) observer.observe(each);
    return () => observer.disconnect();
  }, [address]);
  return line;
}
