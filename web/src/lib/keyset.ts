import { searchText } from "./address.ts";

/**
 * The path through pages that only know their next page: the cursors so far, for example "120,90" for the third page.
 * The last cursor is the current page's, and the first page has none. It is part of the address, so a reload shows the
 * same page.
 */
export function trailFrom(value: unknown, cursor: RegExp = positionCursor): string | undefined {
  const text = searchText(value) ?? "";
  return text.split(",").every((each) => cursor.test(each)) ? text : undefined;
}

/** The server's cursor of a next page. */
const positionCursor = /^\d{1,15}$/;
/** The cursor of the user list: registration time and user id. */
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
