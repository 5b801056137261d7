/**
 * Schemas of the search parameters in addresses. A value that is wrong, or that the server would refuse, counts as
 * missing.
 */
import * as v from "valibot";
import { isDay } from "#contract/terms/dates.ts";
import { limits, defaultRoute } from "#contract/terms/limits.ts";
import { isClean } from "#contract/terms/plain-text.ts";
import type { AnyList } from "#contract/list.ts";

function param<Input, Output>(schema: v.GenericSchema<Input, Output>) {
  return v.exactOptional(v.fallback(schema, undefined as Output));
}

const absent = param(v.custom<never>(() => false));

/**
 * A route's validateSearch. The router merges the result over the raw address, so every other parameter has to be
 * undefined. Otherwise it would stay and be sent to the server with the filters.
 */
export function searchOf<Entries extends v.ObjectEntries>(
  entries: Entries,
): v.GenericSchema<
  v.InferInput<v.ObjectSchema<Entries, undefined>>,
  v.InferOutput<v.ObjectSchema<Entries, undefined>>
> {
  return v.objectWithRest(entries, absent) as never;
}

/** The router reads 0244 in an address as a text, but 12 as a number. */
const anyText = v.pipe(
  v.custom<string | number>((value) => typeof value === "string" || typeof value === "number"),
  v.transform(String),
);
const uuid = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

function matching(pattern: string) {
  const whole = new RegExp(`^(${pattern})$`);
  return v.pipe(
    anyText,
    v.check((value) => whole.test(value)),
  );
}

export const text = param(anyText);

/** A search text, cut to the length that the server accepts. */
export const typed = param(
  v.pipe(
    anyText,
    v.transform((value) => value.slice(0, limits.search_length_max)),
    v.check((value) => value.trim() !== "" && isClean(value)),
  ),
);

/** "2026-11-21" */
const day = param(v.pipe(anyText, v.check(isDay)));

/** The first and the last day of a list. */
export const days = { from: day, to: day };

/** "2026-11" */
export const month = param(matching("[1-9]\\d{3}-(0[1-9]|1[0-2])"));

/** "2026-11-21T10:42" or "2026-11-21T10:42:05", as datetime-local inputs have it. */
export const moment = param(
  v.pipe(
    matching(".{10}T([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?"),
    v.check((value) => isDay(value.slice(0, 10))),
  ),
);

export const userId = param(matching(uuid));

export const position = param(v.pipe(matching("[1-9]\\d{0,14}"), v.transform(Number)));

/** The cursors of the pages so far (ui/pager.tsx). */
export const trail = param(matching("\\d{1,15}(,\\d{1,15})*"));

export function oneOf<const Choice extends string>(choices: readonly Choice[]) {
  return param(v.picklist(choices));
}

export function sizeOf(sizes: readonly number[]) {
  return param(v.picklist(sizes));
}

export const positive = param(
  v.pipe(
    anyText,
    v.transform(Number),
    v.check((value) => value > 0),
  ),
);

/** The number of a page after the first, which is the default and not in the address. */
export const laterPage = param(v.pipe(matching("[2-9]|[1-9]\\d+"), v.transform(Number)));

/** A path of this site. */
export const path = param(v.pipe(anyText, v.transform<string, string>(ownPath)));

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

export const daySearch = searchOf(days);
export type DaySearch = v.InferOutput<typeof daySearch>;

/** What the address of every list's page may have. */
type ListParameter = "search" | "from" | "to" | "order" | "size" | "trail" | "open";

/** The address of a list's page: its filters, what every list has, and the page's `Own` parameters. */
type ListAddress<List extends AnyList, Own extends string = never> = {
  [Name in (keyof List["filters"] & string) | ListParameter | Own]?: string | number;
};

/**
 * A route's validateSearch. The page checks the values by the list's declaration, because the login page loads all routes
 * and must not load the lists.
 */
export function listAddress<List extends AnyList, Own extends string = never>(
  raw: Record<string, unknown>,
): ListAddress<List, Own> {
  const plain = Object.entries(raw).filter(([, value]) => ["string", "number"].includes(typeof value));
  return Object.fromEntries(plain) as ListAddress<List, Own>;
}
