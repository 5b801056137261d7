import { useState } from "react";

/**
 * Keeps the first complete answer, so that rows with buttons do not move under a finger. Later rows appear when the
 * page is opened again. Until the first complete answer, the rows that are there are shown.
 */
export function useFirstComplete<T>(rows: T[] | undefined, isWhole: boolean): T[] | undefined {
  const [kept, keep] = useState<T[]>();
  if (isWhole && kept === undefined && rows !== undefined) keep(rows);
  return kept ?? rows;
}
