import { type ReactNode, useEffect, useRef, useState } from "react";
import Tooltip from "./tooltip.tsx";

/** Only a text that is not seen whole has a tooltip, and is a stop for the keyboard. */
export default function FullTextContent({ text, children }: { text: string; children: ReactNode }) {
  const shown = useRef<HTMLElement>(null);
  const [isShort, setShort] = useState(false);
  useEffect(() => {
    if (shown.current === null) return;
    const element = shown.current;
    const parts = [element, ...element.querySelectorAll("*")];
    const observer = new ResizeObserver(() =>
      setShort(
        element.textContent !== text ||
          parts.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
      ),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [text]);
  return (
    <Tooltip
      text={text}
      isOff={!isShort}
      render={
        <span
          ref={shown}
          className="block overflow-hidden text-ellipsis focus-visible:-outline-offset-2"
          {...(isShort && { tabIndex: 0 })}
        />
      }
    >
      {children}
    </Tooltip>
  );
}
