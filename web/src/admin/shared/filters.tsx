import { SlidersHorizontal } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";

/** Unfolds the filters of a list, and says how many are set. */
export function FiltersButton({
  count,
  isOpen,
  onOpen,
}: {
  count: number;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}) {
  return (
    <Button
      variant={count > 0 ? "soft" : "outline"}
      size="sm"
      className="md:min-h-10"
      aria-expanded={isOpen}
      onClick={() => onOpen(!isOpen)}
    >
      <SlidersHorizontal aria-hidden className="size-4" /> Filters{count > 0 && ` ${count}`}
    </Button>
  );
}

export function FilterGrid({
  count,
  onClear,
  children,
}: {
  count: number;
  onClear: () => void;
  children: ReactNode;
}) {
  return (
    <div
      role="group"
      aria-label="Filters"
      className="grid grid-cols-[repeat(auto-fill,minmax(min(11rem,100%),1fr))] items-start gap-3 rounded-lg border border-border bg-card p-3.5"
    >
      {children}
      <Button variant="ghost" className="self-end" disabled={count === 0} onClick={onClear}>
        Clear filters
      </Button>
    </div>
  );
}
