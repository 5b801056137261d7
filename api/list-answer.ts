/** Lists as answers: a page, or the whole as a stream that takes the same memory however long it is. */
import type { Context } from "hono";
import type { Total } from "#ledger/store/reads/search.ts";
import type { Env, Shop } from "./context.ts";
import type { Page } from "./contract/lists.ts";

/** One list under one filter. */
export interface List<Row, Cursor> {
  /** The rows after the cursor, in order. */
  read: (of: Portion<Cursor>) => Promise<Row[]>;
  total: () => Promise<Total>;
  cursorOf: (row: Row) => Cursor;
  toRecord: (row: Row) => unknown;
}

export interface Portion<Cursor = number> {
  cursor?: Cursor | undefined;
  limit: number;
}

/** Rows in memory at a time: some 500 kB of JSON. */
const portion_rows = 1000;

/** A page where there is a limit, else all. `toText` makes a cursor what the next request will carry. */
export async function answerList<Row, Cursor, Text extends number | string>(
  shop: Shop,
  c: Context<Env>,
  list: List<Row, Cursor>,
  {
    limit,
    cursor,
    toText,
  }: { limit?: number | undefined; cursor?: Cursor | undefined; toText: (cursor: Cursor) => Text },
): Promise<Response> {
  if (limit === undefined) return answerWhole(shop, c, list, cursor);
  const [rows, total] = await Promise.all([list.read({ cursor, limit: limit + 1 }), list.total()]);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const page: Page<unknown, Text> = {
    items: items.map(list.toRecord),
    total: total.count,
    totalIsExact: total.isExact,
    next: rows.length > limit && last !== undefined ? toText(list.cursorOf(last)) : null,
  };
  return c.json(page);
}

async function answerWhole<Row, Cursor>(
  shop: Shop,
  c: Context<Env>,
  list: List<Row, Cursor>,
  cursor: Cursor | undefined,
): Promise<Response> {
  // Read before anything is sent, so that a database that is away is told as such.
  const first = await list.read({ cursor, limit: portion_rows });
  if (first.length < portion_rows) return c.json(first.map(list.toRecord));
  c.header("content-type", "application/json");
  return c.body(streamOf(shop, c.get("requestId"), list, first));
}

/**
 * Reads on only as the client takes what was read, and no more once it is gone. What fails halfway breaks the connection off:
 * the array is never closed, so nobody takes a part for the whole.
 */
function streamOf<Row, Cursor>(
  shop: Shop,
  requestId: string,
  list: List<Row, Cursor>,
  first: Row[],
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let rows = first;
  let before = "[";
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          if (before !== "[")
            rows = await list.read({ cursor: list.cursorOf(rows.at(-1)!), limit: portion_rows });
          const text = rows.map((row) => JSON.stringify(list.toRecord(row))).join(",");
          const isLast = rows.length < portion_rows;
          controller.enqueue(encoder.encode(`${text === "" ? "" : before}${text}${isLast ? "]" : ""}`));
          before = ",";
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
