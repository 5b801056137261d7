/** Lists as answers: a page, or the whole list as a stream in constant memory. */
import type { Context } from "hono";
import type { Total } from "#ledger/tables/search.ts";
import type { Env } from "./env.ts";
import type { Door } from "./door.ts";
import type { Page } from "#contract/lists.ts";
import { answerText, gzip, negotiate, type Piece } from "./compression.ts";
import { type Place, type Portion, portion_rows, type Rows, streamRows } from "./row-stream.ts";

/** A list with a filter. */
export interface List<Row, Cursor> extends Rows<Row, Cursor> {
  total: () => Promise<Total>;
  /** The search is for a number: the first page mostly holds all rows, and counting would repeat the search. */
  isNarrow?: boolean;
  toRecord: (row: Row) => unknown;
  /** Whether a row holds a secret that the length of the answer must not reveal. */
  isSecret?: (row: Row) => boolean;
}

/** A page if there is a limit, else the whole list. `toText` turns a cursor into what the next request carries. */
export async function answerList<Row, Cursor, Text extends number | string>(
  shop: Door,
  c: Context<Env>,
  list: List<Row, Cursor>,
  {
    limit,
    cursor,
    toText,
  }: { limit?: number | undefined; cursor?: Cursor | undefined; toText: (cursor: Cursor) => Text },
): Promise<Response> {
  if (limit === undefined) return answerWhole(shop, c, list, cursor);
  const { items, next, ...counted } = await readPage(list, { limit, cursor });
  const about: Omit<Page<never, Text>, "items"> = { ...counted, next: next === null ? null : toText(next) };
  const after = `],${JSON.stringify(about).slice(1)}`;
  return answerText(c, json, piecesOf(list, '{"items":[', items, after));
}

const page_rows = 50;

/** Always a page, for lists that nobody needs as a whole. */
export async function answerPage<Row, Record>(
  list: Omit<List<Row, number>, "toRecord"> & { toRecord: (row: Row) => Record },
  { limit = page_rows, cursor }: { limit?: number | undefined; cursor?: number | undefined },
): Promise<Page<Record>> {
  const { items, ...about } = await readPage(list, { limit, cursor });
  return { items: items.map(list.toRecord), ...about };
}

async function readPage<Row, Cursor>(
  list: Omit<List<Row, Cursor>, "toRecord">,
  { limit, cursor }: Portion<Cursor>,
): Promise<Page<Row, Cursor>> {
  const reading = list.read({ cursor, limit: limit + 1 });
  const counting = list.isNarrow ? undefined : list.total();
  const [rows, counted] = await Promise.all([reading, counting]);
  const isLast = rows.length <= limit;
  const isAll = isLast && cursor === undefined;
  const total = counted ?? (isAll ? { count: rows.length, isExact: true } : await list.total());
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items,
    total: total.count,
    totalIsExact: total.isExact,
    next: isLast || last === undefined ? null : list.cursorOf(last),
  };
}

/** The list from a cursor to its end, as a stream. */
export async function answerWhole<Row, Cursor>(
  shop: Door,
  c: Context<Env>,
  list: Omit<List<Row, Cursor>, "total">,
  cursor: Cursor | undefined,
): Promise<Response> {
  const first = await list.read({ cursor, limit: portion_rows });
  const pieces = (rows: Row[], { isFirst, isLast }: Place) => {
    const before = isFirst ? "[" : rows.length > 0 ? "," : "";
    // If reading fails halfway, the array is never closed.
    return piecesOf(list, before, rows, isLast ? "]" : "");
  };
  if (first.length < portion_rows) return answerText(c, json, pieces(first, { isFirst: true, isLast: true }));
  c.header("content-type", json);
  const isSmall = negotiate(c);
  if (isSmall) c.header("content-encoding", "gzip");
  const write = isSmall ? gzip() : plain;
  const toBytes = (rows: Row[], place: Place) => write(pieces(rows, place), place);
  return c.body(streamRows(shop, c.get("requestId"), list, first, toBytes));
}

export const json = "application/json";

async function plain(pieces: Piece[]): Promise<Uint8Array> {
  return Buffer.from(pieces.map(({ text }) => text).join(""));
}

/** Rows as JSON with commas between them. Rows with secrets are separate parts. */
export function piecesOf<Row>(
  { toRecord, isSecret }: Pick<List<Row, unknown>, "toRecord" | "isSecret">,
  before: string,
  rows: Row[],
  after: string,
): Piece[] {
  const pieces: Piece[] = [];
  const add = (text: string, secret: boolean) => {
    const last = pieces.at(-1);
    if (last?.isSecret === secret) last.text += text;
    else pieces.push({ text, isSecret: secret });
  };
  add(before, false);
  for (const [index, row] of rows.entries())
    add((index === 0 ? "" : ",") + JSON.stringify(toRecord(row)), isSecret?.(row) === true);
  add(after, false);
  return pieces;
}
