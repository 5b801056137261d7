/**
 * What all long lists share. Without `limit` a list answers in full, as an array; with `limit` it answers a page. Filters
 * apply to both. An unknown parameter is ignored; an invalid value is refused.
 *
 * Contract files that the page imports mark their calls of these functions as pure. Without it the page's bundle would
 * keep their operations.
 */
import * as v from "valibot";
import { isDay } from "#contract/terms/dates.ts";
import { limits } from "#contract/terms/limits.ts";
import { isClean } from "#contract/terms/plain-text.ts";
import { uuid } from "./fields.ts";

const limitText = `The limit is a whole number from 1 to ${limits.list_page_max}`;

export const pageLimit = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^\d{1,3}$/, limitText),
    v.transform(Number),
    v.minValue(1, limitText),
    v.maxValue(limits.list_page_max, limitText),
  ),
);

export const cursorText = "The cursor must be the next of the previous page";

export const pageCursor = v.optional(
  v.pipe(v.string(), v.regex(/^\d{1,15}$/, cursorText), v.transform(Number)),
);

/** Whose rows an admin asks for. Anybody else gets only their own rows. */
export const listOwner = v.optional(uuid);

/** `mine=1`: an admin's own rows instead of everybody's. Anybody else only ever gets their own. */
export const onlyMine = v.optional(v.picklist(["1"], "Mine must be 1 or left out"));

/** A substring, in any case. %, _ and \ have no special meaning. A blank search is the same as no search. */
export const searchText = v.optional(
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(limits.search_length_max, `The search has at most ${limits.search_length_max} characters`),
    v.check(isClean, "Please search for plain text"),
  ),
);

export function oneOf<const T extends readonly string[]>(name: string, values: T) {
  return v.optional(v.picklist(values, `The ${name} is one of: ${values.join(", ")}`));
}

function day(name: string) {
  const text = `Please write the ${name} day as 2026-11-21`;
  return v.optional(v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/, text), v.check(isDay, text)));
}

const monthText = "Please write the month as 2026-11";

export const month = v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/, monthText)));

/** The first and the last day of creation, in UTC. */
export const days = { from: day("from"), to: day("to") };

export function areInOrder({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean {
  return from === undefined || to === undefined || from <= to;
}

/** A query with these parameters, whose days are in order. */
export function queryInOrder<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.pipe(
    v.object(entries),
    v.check(
      (query) => areInOrder(query as { from?: string; to?: string }),
      "The from day is after the to day",
    ),
  );
}

/** The two kinds of cursors, as an answer carries them. */
export const numberCursor = v.number();
export const textCursor = v.string();

/** The whole list, or a page if a `limit` is given. */
export function listOrPage<S extends v.GenericSchema, C extends v.GenericSchema>(row: S, next: C) {
  return v.union([v.array(row), pageOf(row, next)]);
}

export function pageOf<S extends v.GenericSchema, C extends v.GenericSchema>(row: S, next: C) {
  return v.object({
    items: v.array(row),
    /** How many there are on all pages. A search, or a filter by network, is counted up to 1,000 only. */
    total: v.number(),
    /** False if there are more than `total`. */
    totalIsExact: v.boolean(),
    /** The cursor of the next page; null on the last page. */
    next: v.nullable(next),
  });
}

/** The answer of a list when a `limit` is given. */
export type Page<T, Cursor = number> = v.InferOutput<
  ReturnType<typeof pageOf<v.GenericSchema<T>, v.GenericSchema<Cursor>>>
>;
