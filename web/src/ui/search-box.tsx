import { Search as SearchIcon } from "lucide-react";
import { cn } from "../lib/cn.ts";
import { useTypedSearch } from "../lib/typed-search.ts";
import { Input } from "./field.tsx";

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
