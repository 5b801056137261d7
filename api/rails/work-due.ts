/** What is due to be asked of a rail. */
import type { Door } from "../serve/door.ts";

interface Due<Row> {
  /** At most so many rows. No other process takes them meanwhile. */
  take: (limit: number) => Promise<Row[]>;
  work: (row: Row) => Promise<void>;
  /** How many questions are open at once. */
  max: number;
  /** What is logged if an answer could not be stored. The row is taken again when its time is over. */
  failure: string;
}

/** Several processes may do this at once. A question that gets no answer keeps no other waiting. */
export async function workOnDue<Row>(
  { log }: Pick<Door, "log">,
  { take, work, max, failure }: Due<Row>,
  signal?: AbortSignal,
): Promise<void> {
  const working = new Set<Promise<void>>();
  while (signal?.aborted !== true) {
    const free = max - working.size;
    const rows = await take(free);
    for (const row of rows) {
      const one = work(row)
        .catch(() => log.warn(failure))
        .finally(() => working.delete(one));
      working.add(one);
    }
    if (rows.length < free) break;
    await Promise.race(working);
  }
  await Promise.all(working);
}
