/**
 * The path through pages that only know their next page is a "trail": the cursors so far, for example "120,90" for the
 * third page. The last cursor is the current page's, and the first page has none. It is part of the address
 * (lib/address.ts), so a reload shows the same page.
 */

export function cursorOf(trail: string | undefined): string | undefined {
  return trail?.split(",").at(-1);
}

export function forward(trail: string | undefined, next: number | string): string {
  return trail === undefined ? String(next) : `${trail},${next}`;
}

export function backward(trail: string): string | undefined {
  return trail.includes(",") ? trail.slice(0, trail.lastIndexOf(",")) : undefined;
}
