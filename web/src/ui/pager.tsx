import { ChevronLeft, ChevronRight, type LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { showingEntries } from "#contract/terms/texts.ts";
import type { Listing, Positioned } from "../lib/listing.ts";
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
function Pager({ text, size, sizes, onSize, onPrevious, onNext }: Props) {
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

interface KeysetPagerProps {
  data: Pick<Listing<Positioned>, "rows" | "total" | "isTotalExact" | "next"> | undefined;
  trail: string | undefined;
  size: number;
  sizes: readonly number[];
  onGo: (change: { size?: number; trail?: string | undefined }) => void;
}

/** The pager of a list that the server returns page by page. Renders nothing for an empty first page. */
export function KeysetPager({ data, trail, size, sizes, onGo }: KeysetPagerProps) {
  if (data === undefined || (data.rows.length === 0 && trail === undefined)) return null;
  const { rows, total, isTotalExact, next } = data;
  return (
    <Pager
      text={showingEntries(rows.length, total, isTotalExact)}
      size={size}
      sizes={sizes}
      onSize={(chosen) => onGo({ size: chosen })}
      onPrevious={trail === undefined ? undefined : () => onGo({ trail: backward(trail) })}
      onNext={next === null ? undefined : () => onGo({ trail: forward(trail, next) })}
    />
  );
}

/** The page size if the list has several pages, for the table. */
export function pagedSize(
  data: { next: number | string | null } | undefined,
  trail: string | undefined,
  size: number,
): number | undefined {
  return trail === undefined && (data?.next ?? null) === null ? undefined : size;
}

/**
 * The path through pages that only know their next page is a "trail": the cursors so far, for example "120,90" for the
 * third page. The last cursor is the current page's, and the first page has none. It is part of the address
 * (lib/address.ts), so a reload shows the same page.
 */

export function cursorOf(trail: string | undefined): string | undefined {
  return trail?.split(",").at(-1);
}

function forward(trail: string | undefined, next: number | string): string {
  return trail === undefined ? String(next) : `${trail},${next}`;
}

function backward(trail: string): string | undefined {
  return trail.includes(",") ? trail.slice(0, trail.lastIndexOf(",")) : undefined;
}
