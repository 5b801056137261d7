import type { Page } from "#contract/lists.ts";
import { listing, type Listing, type Positioned } from "./listing.ts";
import { call } from "./api.ts";

/** Fetches a whole list, with the log position it reflects. */
export async function fetchList<Row extends Positioned>(
  path: string,
  signal: AbortSignal,
): Promise<Listing<Row>> {
  const { data, position } = await call<Row[]>("GET", path, { signal });
  return listing(data, position);
}

export async function fetchPage<Row extends Positioned>(
  path: string,
  signal: AbortSignal,
): Promise<Listing<Row>> {
  const { data, position } = await call<Page<Row, number | string>>("GET", path, { signal });
  const { items, total, totalIsExact, next } = data;
  return { rows: items, position, total, isTotalExact: totalIsExact, next, arrived: [] };
}

/** Builds "?status=pending&limit=10". Leaves out what is undefined. */
export function queryString(parameters: Record<string, string | number | undefined>): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? "" : `?${new URLSearchParams(given).toString()}`;
}

/** One page of a list that is fully loaded. A number beyond the last page gives the last page. */
export function pageOf<Row>(rows: readonly Row[], page: number, size: number) {
  const last = Math.max(1, Math.ceil(rows.length / size));
  const current = Math.min(Math.max(1, page), last);
  return { rows: rows.slice((current - 1) * size, current * size), current, last };
}
