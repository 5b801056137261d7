import { Search as SearchIcon } from "lucide-react";
import { cn } from "../lib/cn.ts";
import { Input } from "./field.tsx";
import { useEffect, useEffectEvent, useState } from "react";

interface Props {
  value: string;
  /** The accessible name, for pages with several search boxes. */
  name?: string;
  placeholder: string;
  className?: string;
  onSearch: (text: string) => void;
}

/** Searches when the typing pauses, or on Enter. `value` is the current search. */
export function SearchBox({ value, placeholder, className, name = "Search", onSearch }: Props) {
  const { typed, setTyped, askNow } = useTypedSearch(value, onSearch);
  return (
    <search className={cn("relative block", className)}>
      <SearchIcon aria-hidden className="absolute inset-y-0 left-3.5 my-auto size-5 text-muted-foreground" />
      <Input
        type="search"
        aria-label={name}
        placeholder={placeholder}
        autoComplete="off"
        className="pl-11 md:min-h-10"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") askNow();
        }}
      />
    </search>
  );
}

/** A search starts after a pause this long. */
const pause_ms = 250;

/**
 * A search field that calls `onAsk` when the user pauses, with the text trimmed. `value` is the current search, usually
 * from the address. It follows a moment later and never overwrites what was typed meanwhile. A change from elsewhere
 * (Back, a link, a cleared filter) shows at once.
 */
export function useTypedSearch(value: string, onAsk: (text: string) => void) {
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
  /** Searches without waiting for the pause. */
  const askNow = () => {
    if (isRequested) return;
    setRequested([...requested, wanted]);
    onAsk(wanted);
  };
  const askLater = useEffectEvent(askNow);
  useEffect(() => {
    if (isRequested) return;
    const timer = setTimeout(askLater, pause_ms);
    return () => clearTimeout(timer);
  }, [wanted, isRequested]);
  return { typed, setTyped, askNow };
}
