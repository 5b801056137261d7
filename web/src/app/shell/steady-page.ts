import { useEffect, type RefObject } from "react";

/**
 * Content that appears above a page changes the height of its bar. This scrolls the page by the same amount at the same
 * moment, so that nothing moves under a finger, and makes the page long enough for it.
 */
export function useSteadyPage(above: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = above.current;
    if (element === null) return;
    let height = element.offsetHeight;
    // Runs before the change is painted.
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
