import { errorText, isUnknown } from "../lib/api-error.ts";

/** The result of an action on one row. */
export interface Result<Row> {
  row: Row;
  /** What became of it, if that differs from what the action is called. */
  said?: string | undefined;
  /** Null if it was done. */
  failure: {
    message: string;
    /** Whether it may have been done anyway. */
    isUnknown: boolean;
  } | null;
}

/** Concurrent calls: fast for a hundred rows, without overloading the server. */
const concurrent_calls = 4;

/** Acts on each row by its own command and returns each result, because another admin may have been faster. */
export async function workEach<Row>(
  rows: readonly Row[],
  act: (row: Row) => Promise<string | undefined>,
): Promise<Result<Row>[]> {
  const waiting = [...rows.entries()];
  const results: Result<Row>[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [at, row] = next;
      results[at] = await act(row).then(
        (said) => ({ row, said, failure: null }),
        (error: unknown) => ({
          row,
          failure: { message: errorText(error), isUnknown: isUnknown(error) },
        }),
      );
    }
  };
  await Promise.all(Array.from({ length: concurrent_calls }, work));
  return results;
}

/** Replaces the results of a first try with those of the retry. */
export function mergedResults<Row extends { _id: string }>(
  old: readonly Result<Row>[],
  fresh: readonly Result<Row>[],
): Result<Row>[] {
  if (old.length === 0) return [...fresh];
  const again = new Map(fresh.map((result) => [result.row._id, result]));
  return old.map((result) => again.get(result.row._id) ?? result);
}
