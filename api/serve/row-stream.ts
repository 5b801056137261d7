/** Streams long lists in constant memory. */
import type { Door } from "./door.ts";

export interface Rows<Row, Cursor> {
  /** The rows after the cursor, in order. */
  read: (of: Portion<Cursor>) => Promise<Row[]>;
  cursorOf: (row: Row) => Cursor;
}

export interface Portion<Cursor = number> {
  cursor?: Cursor | undefined;
  limit: number;
}

/** Where this portion is in the list. */
export interface Place {
  isFirst: boolean;
  isLast: boolean;
}

/** How many rows are in memory at a time: some 500 kB of JSON. */
export const portion_rows = 1000;

/** The whole list, in portions. `first` has been read already. */
export async function* portionsOf<Row, Cursor>(
  { read, cursorOf }: Rows<Row, Cursor>,
  first?: Row[],
): AsyncGenerator<Place & { rows: Row[] }> {
  let rows = first ?? (await read({ limit: portion_rows }));
  for (let isFirst = true, isLast = false; !isLast; isFirst = false) {
    if (!isFirst) rows = await read({ cursor: cursorOf(rows.at(-1)!), limit: portion_rows });
    isLast = rows.length < portion_rows;
    yield { rows, isFirst, isLast };
  }
}

/**
 * Continues after the first portion. The caller reads that one before anything is sent, so that an unavailable database is
 * still answered with an error.
 */
export function streamRows<Row, Cursor>(
  shop: Door,
  requestId: string,
  list: Rows<Row, Cursor>,
  first: Row[],
  toBytes: (rows: Row[], place: Place) => Promise<Uint8Array>,
): ReadableStream<Uint8Array> {
  return streamPieces(shop, requestId, pieces());

  async function* pieces(): AsyncGenerator<Uint8Array> {
    for await (const { rows, ...place } of portionsOf(list, first)) yield await toBytes(rows, place);
  }
}

/**
 * Makes a piece only when the client has taken the one before, and stops when the client is gone. An error halfway closes
 * the connection, so that nobody takes a part for the whole.
 */
export function streamPieces(
  shop: Door,
  requestId: string,
  pieces: AsyncIterator<Uint8Array, void>,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value, done } = await pieces.next();
          if (done === true) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          logCut(shop, requestId, error);
          controller.error(error);
        }
      },
    },
    { highWaterMark: 0 },
  );
}

export function logCut({ log }: Door, requestId: string, error: unknown): void {
  log.error({ requestId, code: Reflect.get(error as object, "code") }, "a list could not be sent to its end");
}
