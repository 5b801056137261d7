import { ChevronLeft, ChevronRight, type LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { showingEntries } from "#contract/terms/texts.ts";
import type { pageOf } from "../lib/lists.ts";
import { Button } from "./button.tsx";
import { Hint } from "./hint.tsx";

interface Props {
  text: ReactNode;
  size: number;
  sizes: readonly number[];
  onSize: (size: number) => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** The bar below a list: how many rows are shown, the page size, and the links to other pages. */
export function Pager({ text, size, sizes, onSize, onPrevious, onNext }: Props) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm text-muted-foreground">
      <p aria-live="polite">{text}</p>
      <div className="flex flex-wrap items-center gap-2">
        {sizes.length > 1 && (
          <label className="flex items-center gap-2">
            <span>Per page</span>
            <select
              value={size}
              onChange={({ target }) => onSize(Number(target.value))}
              className="min-h-12 rounded-sm border border-input bg-card px-2 text-foreground md:min-h-9"
            >
              {sizes.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </label>
        )}
        <Turn name="Previous page" Icon={ChevronLeft} onTurn={onPrevious} />
        <Turn name="Next page" Icon={ChevronRight} onTurn={onNext} />
      </div>
    </div>
  );
}

/** The pager of rows that the page has in full, `shown` a page at a time (lib/lists.ts). Renders nothing if there are none. */
export function WholePager({
  shown: { rows, current, last },
  total,
  text = showingEntries(rows.length, total),
  onPage,
  ...sizes
}: Pick<ComponentProps<typeof Pager>, "size" | "sizes" | "onSize"> & {
  shown: ReturnType<typeof pageOf>;
  total: number;
  text?: string;
  onPage: (page: number) => void;
}) {
  if (rows.length === 0) return null;
  return (
    <Pager
      text={text}
      {...sizes}
      onPrevious={current > 1 ? () => onPage(current - 1) : undefined}
      onNext={current < last ? () => onPage(current + 1) : undefined}
    />
  );
}

function Turn({ name, Icon, onTurn }: { name: string; Icon: LucideIcon; onTurn: (() => void) | undefined }) {
  return (
    <Hint text={name}>
      <Button
        variant="outline"
        size="sm"
        className="min-w-12 md:min-w-9"
        aria-label={name}
        disabled={onTurn === undefined}
        onClick={onTurn}
      >
        <Icon aria-hidden className="size-5" />
      </Button>
    </Hint>
  );
}
