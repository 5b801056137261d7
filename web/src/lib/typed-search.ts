import { useEffect, useRef, useState } from "react";

/** A search starts after a pause this long. */
const pause_ms = 250;

interface TypedSearch {
  typed: string;
  setTyped: (text: string) => void;
  /** Searches without waiting for the pause. */
  askNow: () => void;
}

/**
 * A search field that calls `onAsk` when the user pauses, with the text trimmed. `value` is the current search, usually
 * from the address. It follows a moment later and never overwrites what was typed meanwhile. A change from elsewhere
 * (Back, a link, a cleared filter) shows at once.
 */
export function useTypedSearch(value: string, onAsk: (text: string) => void): TypedSearch {
  const [typed, setTyped] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  /** Searches that were started here and have not yet arrived in `value`, oldest first. */
  const [requested, setRequested] = useState<readonly string[]>([]);
  if (value !== lastValue) {
    setLastValue(value);
    const at = requested.indexOf(value);
    setRequested(requested.slice(at < 0 ? requested.length : at + 1));
    if (at < 0) setTyped(value);
  }
  const wanted = typed.trim();
  const isRequested = wanted === (requested.at(-1) ?? value);
  const askNow = () => {
    if (isRequested) return;
    setRequested([...requested, wanted]);
    onAsk(wanted);
  };
  const latest = useRef(askNow);
  useEffect(() => {
    latest.current = askNow;
  });
  useEffect(() => {
    if (isRequested) return;
    const timer = setTimeout(() => latest.current(), pause_ms);
    return () => clearTimeout(timer);
  }, [wanted, isRequested]);
  return { typed, setTyped, askNow };
}
