import { useMatch } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef } from "react";

/** The last page whose heading was shown; undefined until the first one. */
let lastPath: string | undefined;

/**
 * Names the document after a page's heading, or after `name` if the heading says something else. When the user comes
 * from another page, the heading gets the focus, so that a screen reader announces the page and Tab starts at its top.
 * Not when only search parameters change, and not at the first load, which the browser announces itself.
 */
export function usePageHeading(shop: string, name?: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname });
  // The heading's text may change at any time.
  useEffect(() => {
    document.title = `${name ?? heading.current?.textContent ?? ""} · ${shop}`;
  });
  useEffect(() => {
    const isFromElsewhere = lastPath !== undefined && lastPath !== path;
    lastPath = path;
    // A dialog that opens with the page keeps the focus.
    if (isFromElsewhere && document.querySelector("[role=dialog], [role=alertdialog]") === null)
      heading.current?.focus({ preventScroll: true });
  }, [path]);
  return heading;
}

/** The server writes the name into the document's title, so it is known before any answer. */
export const titledName = document.title;
