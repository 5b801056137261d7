import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Keeps a list as high as its highest page so far, so that the pager below it does not move under the finger when a page
 * has fewer rows. `pageSize` is undefined if the list has only one page, which then takes its own height.
 */
export function useHeldHeight(
  pageSize: number | undefined,
  rows: readonly unknown[],
): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null);
  const highest = useRef({ px: 0, width_px: 0, pageSize });
  useLayoutEffect(() => {
    const list = frame.current?.firstElementChild;
    if (!frame.current || !(list instanceof HTMLElement)) return;
    const { offsetHeight: px, offsetWidth: width_px } = list;
    const before = highest.current;
    const isSame = before.pageSize === pageSize && before.width_px === width_px;
    highest.current = { px: isSame ? Math.max(before.px, px) : px, width_px, pageSize };
    frame.current.style.minHeight = pageSize === undefined ? "" : `${highest.current.px}px`;
  }, [pageSize, rows]);
  return frame;
}
