import { Search as SearchIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { cn } from "../lib/cn.ts";
import { Input } from "./field.tsx";

/** Somebody who types on has not finished asking. */
const pause_ms = 250;

/** Asks when the typing pauses, on Enter, or when it is cleared; `value` is what was last asked for. */
export function SearchBox({
  value,
  placeholder,
  className,
  name = "Search",
  onSearch,
}: {
  value: string;
  /** For screen readers, where a page has several. */
  name?: string;
  placeholder: string;
  className?: string;
  onSearch: (text: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const [asked, setAsked] = useState(value);
  // Asked for elsewhere: Back, a link, a cleared filter.
  if (value !== asked) {
    setAsked(value);
    setTyped(value);
  }
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });
  useEffect(() => {
    if (typed === asked) return;
    const timer = setTimeout(() => {
      setAsked(typed);
      search.current(typed);
    }, pause_ms);
    return () => clearTimeout(timer);
  }, [typed, asked]);
  const askNow = () => {
    if (typed === asked) return;
    setAsked(typed);
    onSearch(typed);
  };
  return (
    <search className={cn("relative block", className)}>
      <SearchIcon aria-hidden className="absolute inset-y-0 left-3.5 my-auto size-5 text-ink-3" />
      <Input
        type="search"
        aria-label={name}
        placeholder={placeholder}
        autoComplete="off"
        className="pl-11! md:min-h-10"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") askNow();
        }}
      />
    </search>
  );
}
