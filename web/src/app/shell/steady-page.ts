import { useEffect, type RefObject } from "react";

/**
 * What comes and goes above a page, inside of its bar, makes the bar higher or lower. The page is scrolled by as much in
 * the same moment, so that what lies under a finger stays there, and is made long enough for that.
 */
export function useSteadyPage(above: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = above.current;
    if (element === null) return;
    let height = element.offsetHeight;
    // Called before what has changed is painted.
    const observer = new ResizeObserver(() => {
      const now = element.offsetHeight;
      document.documentElement.style.setProperty("--above", `${now}px`);
      scrollBy({ top: now - height, behavior: "instant" });
      height = now;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [above]);
}
