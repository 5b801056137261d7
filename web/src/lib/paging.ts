/** One page of a list that is here whole; a page beyond the last is the last. */
export function pageOf<Row>(rows: readonly Row[], page: number, size: number) {
  const last = Math.max(1, Math.ceil(rows.length / size));
  const current = Math.min(Math.max(1, page), last);
  return { rows: rows.slice((current - 1) * size, current * size), current, last };
}

/** A page size from the address bar, if it is one of those offered. */
export function sizeFrom(value: unknown, sizes: readonly number[]): number | undefined {
  return sizes.find((size) => size === Number(value));
}
