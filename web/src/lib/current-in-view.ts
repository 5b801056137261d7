import { useLocation } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef, useState } from "react";

/**
 * Scrolls a line of links, tabs or choices so that the current one is in the middle, once for each one that becomes
 * current. Another change of the address, such as that of a search, leaves the line where the user has scrolled it.
 */
export function useCurrentInView<Line extends HTMLElement = HTMLElement>(): RefObject<Line | null> {
  const line = useRef<Line>(null);
  const [current, setCurrent] = useState<HTMLElement | null>(null);
  const address = useLocation({ select: ({ href }) => href });
  useEffect(() => {
    const marked = "[aria-current=page], [aria-selected=true], [aria-pressed=true]";
    setCurrent(line.current?.querySelector<HTMLElement>(marked) ?? null);
  }, [address]);
  useEffect(() => {
    const frame = line.current;
    if (!frame || !current) return;
    const observer = new ResizeObserver(() => {
      frame.scrollLeft = current.offsetLeft - (frame.clientWidth - current.offsetWidth) / 2;
    });
    // Numbers beside the names arrive later.
    for (const each of frame.children) observer.observe(each);
    return () => observer.disconnect();
  }, [current]);
  return line;
}
