import { showingEntries } from "#ledger/terms/texts.ts";

/** How much of a list is seen, and honestly so where nobody has counted to its end. */
export function totalText(shown: number, total: number, isExact: boolean): string {
  if (isExact) return showingEntries(shown, total);
  return `Showing ${shown} of more than ${total.toLocaleString("en")} entries`;
}
