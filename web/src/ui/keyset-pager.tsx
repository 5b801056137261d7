import { showingEntries } from "#contract/terms/texts.ts";
import { backward, forward } from "../lib/keyset.ts";
import { Pager } from "./pager.tsx";

/**
 * The pager of a list that the server returns page by page (lib/keyset.ts). Renders nothing for an empty first page.
 */
export function KeysetPager({
  data,
  trail,
  size,
  sizes,
  onGo,
}: {
  data:
    | { rows: readonly unknown[]; total: number; isTotalExact: boolean; next: number | string | null }
    | undefined;
  trail: string | undefined;
  size: number;
  sizes: readonly number[];
  onGo: (change: { size?: number; trail?: string | undefined }) => void;
}) {
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

/** The page size if the list has several pages, for the table (ui/held-height.ts). */
export function pagedSize(
  data: { next: number | string | null } | undefined,
  trail: string | undefined,
  size: number,
): number | undefined {
  return trail === undefined && (data?.next ?? null) === null ? undefined : size;
}
