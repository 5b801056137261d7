/** A text from the address bar. The router reads 0244 as text and 12 as a number; anything else is nobody's doing. */
export function searchText(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value : undefined;
}
