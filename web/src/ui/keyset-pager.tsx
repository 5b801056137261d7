import { showingEntries } from "#contract/terms/texts.ts";
import { Pager } from "./pager.tsx";

interface Props {
  data:
    | { rows: readonly unknown[]; total: number; isTotalExact: boolean; next: number | string | null }
    | undefined;
  trail: string | undefined;
  size: number;
  sizes: readonly number[];
  onGo: (change: { size?: number; trail?: string | undefined }) => void;
}

/**
 * The pager of a list that the server returns page by page. Renders nothing for an empty first page.
 */
export function KeysetPager({ data, trail, size, sizes, onGo }: Props) {
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
