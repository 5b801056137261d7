import { useState } from "react";

/**
 * The first whole answer, for rows whose buttons lie under a finger: what comes later waits until the page is opened
 * again. Until there is one, what is there.
 */
export function useStill<T>(rows: T[] | undefined, isWhole: boolean): T[] | undefined {
  const [kept, keep] = useState<T[]>();
  if (isWhole && kept === undefined && rows !== undefined) keep(rows);
  return kept ?? rows;
}
