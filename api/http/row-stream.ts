/** Long lists on their way out, in memory that stays the same however many rows there are. */
import type { Shop } from "../context.ts";

export interface Rows<Row, Cursor> {
  /** The rows after the cursor, in order. */
  read: (of: Portion<Cursor>) => Promise<Row[]>;
  cursorOf: (row: Row) => Cursor;
}

export interface Portion<Cursor = number> {
  cursor?: Cursor | undefined;
  limit: number;
}

/** Which rows of the list these are. */
export interface Place {
  isFirst: boolean;
  isLast: boolean;
}

/** Rows in memory at a time: some 500 kB of JSON. */
export const portion_rows = 1000;

/**
 * Goes on from the first portion, which is read before anything is sent, so that a database that is away is told as
 * such. Reads on only as the client takes what was read, and no more once it is gone. What fails halfway breaks the
 * connection off, so that nobody takes a part for the whole.
 */
export function streamRows<Row, Cursor>(
  shop: Shop,
  requestId: string,
  { read, cursorOf }: Rows<Row, Cursor>,
  first: Row[],
  toBytes: (rows: Row[], place: Place) => Promise<Uint8Array>,
): ReadableStream<Uint8Array> {
  let rows = first;
  let isFirst = true;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          if (!isFirst) rows = await read({ cursor: cursorOf(rows.at(-1)!), limit: portion_rows });
          const isLast = rows.length < portion_rows;
          controller.enqueue(await toBytes(rows, { isFirst, isLast }));
          isFirst = false;
          if (isLast) controller.close();
        } catch (error) {
          shop.log.error({ requestId, code: Reflect.get(error as object, "code") }, "a list broke off");
          controller.error(error);
        }
      },
    },
    { highWaterMark: 0 },
  );
}
