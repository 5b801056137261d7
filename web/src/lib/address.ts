/** Reads the search parameters of a page. A value that is empty, or that the server would refuse, counts as missing. */
import { isDay } from "#ledger/terms/dates.ts";
import { limits, defaultRoute } from "#ledger/terms/limits.ts";
import { isClean } from "#ledger/terms/plain-text.ts";

type Given = Record<string, unknown>;

/**
 * Makes a route's validateSearch from a reader. The router merges the result over the raw address, so parameters that
 * were not read must be set to undefined. Otherwise they would stay and be sent to the server with the filters.
 */
export function searchOf<T extends object>(read: (given: Given) => T): (given: Given) => T {
  return (given) => ({
    ...Object.fromEntries(Object.keys(given).map((name) => [name, undefined])),
    ...read(given),
  });
}

/** A search text, cut to the length that the server accepts. */
export function typedFrom(value: unknown): string | undefined {
  const text = searchText(value)?.slice(0, limits.search_length_max) ?? "";
  return text.trim() !== "" && isClean(text) ? text : undefined;
}

/** "2026-11-21" */
export function dayFrom(value: unknown): string | undefined {
  return typeof value === "string" && isDay(value) ? value : undefined;
}

/** "2026-11" */
export function monthFrom(value: unknown): string | undefined {
  return matching(value, /^[1-9]\d{3}-(0[1-9]|1[0-2])$/);
}

/** "2026-11-21T10:42" or "2026-11-21T10:42:05", as datetime-local inputs have it. */
export function momentFrom(value: unknown): string | undefined {
  const text = matching(value, /^.{10}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/);
  return dayFrom(text?.slice(0, 10)) === undefined ? undefined : text;
}

export function userFrom(value: unknown): string | undefined {
  return matching(value, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
}

/** A user's id, or "system". */
export function actorFrom(value: unknown): string | undefined {
  return value === "system" ? value : userFrom(value);
}

export function positionFrom(value: unknown): number | undefined {
  const text = matching(value, /^[1-9]\d{0,14}$/);
  return text === undefined ? undefined : Number(text);
}

/** An exclusive bound of positions. */
export function boundFrom(value: unknown): string | undefined {
  return matching(value, /^\d{1,15}$/);
}

/** Cedis, "12.50". */
export function amountFrom(value: unknown): string | undefined {
  return matching(value, /^\d{1,9}(\.\d{1,2})?$/);
}

function matching(value: unknown, pattern: RegExp): string | undefined {
  const text = searchText(value);
  return text !== undefined && pattern.test(text) ? text : undefined;
}

/** A text from the address. The router parses 0244 as text but 12 as a number; other types are ignored. */
export function searchText(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value : undefined;
}

/** A path of this site from the address, or the default. Never a path to another site, however it is written. */
export function ownPath(path: unknown): string {
  if (typeof path !== "string" || !path.startsWith("/") || path.startsWith("//") || path.includes("\\")) {
    return defaultRoute;
  }
  try {
    const url = new URL(path, location.origin);
    return url.origin === location.origin ? url.pathname + url.search : defaultRoute;
  } catch {
    return defaultRoute;
  }
}

/** Drops the properties that are undefined, because exactOptionalPropertyTypes distinguishes them from missing ones. */
export function defined<T extends object>(given: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/** The page size in the address, if it is one of those offered. */
export function sizeFrom(value: unknown, sizes: readonly number[]): number | undefined {
  return sizes.find((size) => size === Number(value));
}
