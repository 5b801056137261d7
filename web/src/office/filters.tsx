import { SlidersHorizontal } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Button } from "../ui/button.tsx";

/** Unfolds the filters of a list, says how many are set, and clears them. */
export function FiltersButton({
  count,
  isOpen,
  onOpen,
  onClear,
}: {
  count: number;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onClear: () => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        ref={button}
        variant={count > 0 ? "soft" : "outline"}
        size="sm"
        className="md:min-h-10"
        aria-expanded={isOpen}
        onClick={() => onOpen(!isOpen)}
      >
        <SlidersHorizontal aria-hidden className="size-4" /> Filters{count > 0 && ` ${count}`}
      </Button>
      {count > 0 && (
        <Button
          variant="ghost"
          size="sm"
          className="md:min-h-10"
          onClick={() => {
            // This button is about to disappear with the focus.
            button.current?.focus();
            onClear();
          }}
        >
          Clear filters
        </Button>
      )}
    </div>
  );
}

export function FilterGrid({ children }: { children: ReactNode }) {
  return (
    <div
      role="group"
      aria-label="Filters"
      className="grid grid-cols-[repeat(auto-fill,minmax(min(10rem,100%),1fr))] items-start gap-3 rounded-lg border border-border bg-card p-3.5"
    >
      {children}
    </div>
  );
}
