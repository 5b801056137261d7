import { searchText } from "./address.ts";

/**
 * A way through pages that only know the next one: the cursors gone through, "120,90" for the third page. The last one
 * is the present page's; the first page has none. Kept in the address bar, so that a reload stays where it was.
 */
export function trailFrom(value: unknown, cursor: RegExp = positionCursor): string | undefined {
  const text = searchText(value) ?? "";
  return text.split(",").every((each) => cursor.test(each)) ? text : undefined;
}

/** What the server gives out as the next page's cursor. */
const positionCursor = /^\d{1,15}$/;
/** The users': when somebody registered, and who. */
export const userCursor = /^\d{1,16}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function cursorOf(trail: string | undefined): string | undefined {
  return trail?.split(",").at(-1);
}

export function forward(trail: string | undefined, next: number | string): string {
  return trail === undefined ? String(next) : `${trail},${next}`;
}

export function backward(trail: string): string | undefined {
  return trail.includes(",") ? trail.slice(0, trail.lastIndexOf(",")) : undefined;
}
