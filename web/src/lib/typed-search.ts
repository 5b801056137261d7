import { useEffect, useRef, useState } from "react";

/** Somebody who types on has not finished asking. */
const pause_ms = 250;

export interface TypedSearch {
  typed: string;
  setTyped: (text: string) => void;
  /** Without waiting for the pause. */
  askNow: () => void;
}

/**
 * What somebody types, asked for when they pause, without the blanks around it; `value` is what is asked for now, mostly by
 * the address. That follows a moment later, and takes nothing from what has been typed meanwhile; a change that was not
 * asked for here (Back, a link, a cleared filter) shows at once.
 */
export function useTypedSearch(value: string, onAsk: (text: string) => void): TypedSearch {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  /** Asked for here, and not yet seen in `value`; the oldest first. */
  const [asked, setAsked] = useState<readonly string[]>([]);
  if (value !== known) {
    setKnown(value);
    const at = asked.indexOf(value);
    setAsked(asked.slice(at < 0 ? asked.length : at + 1));
    if (at < 0) setTyped(value);
  }
  const wanted = typed.trim();
  const isAsked = wanted === (asked.at(-1) ?? value);
  const askNow = () => {
    if (isAsked) return;
    setAsked([...asked, wanted]);
    onAsk(wanted);
  };
  const latest = useRef(askNow);
  useEffect(() => {
    latest.current = askNow;
  });
  useEffect(() => {
    if (isAsked) return;
    const timer = setTimeout(() => latest.current(), pause_ms);
    return () => clearTimeout(timer);
  }, [wanted, isAsked]);
  return { typed, setTyped, askNow };
}
