/** Lists as answers: a page, or the whole as a stream that takes the same memory however long it is. */
import type { Context } from "hono";
import type { Total } from "#ledger/store/reads/search.ts";
import type { Env, Shop } from "./context.ts";
import type { Page } from "./contract/lists.ts";
import { portion_rows, type Rows, streamRows } from "./row-stream.ts";

/** One list under one filter. */
export interface List<Row, Cursor> extends Rows<Row, Cursor> {
  total: () => Promise<Total>;
  toRecord: (row: Row) => unknown;
}

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
  const first = await list.read({ cursor, limit: portion_rows });
  if (first.length < portion_rows) return c.json(first.map(list.toRecord));
  c.header("content-type", "application/json");
  return c.body(
    streamRows(shop, c.get("requestId"), list, first, (rows, { isFirst, isLast }) => {
      const text = rows.map((row) => JSON.stringify(list.toRecord(row))).join(",");
      // The array is never closed where reading failed on the way.
      return `${isFirst ? "[" : text && ","}${text}${isLast ? "]" : ""}`;
    }),
  );
}
