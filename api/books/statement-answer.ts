/** A wallet's statement as a file that anyone can check: ledger/verify/audit/statement-file.ts. */
import type { Context } from "hono";
import { StatementFile } from "#ledger/verify/audit/statement-file.ts";
import type { Env } from "../serve/env.ts";
import type { Shop } from "../shop.ts";
import { portion_rows, streamRows } from "../serve/row-stream.ts";

export async function answerStatement(shop: Shop, c: Context<Env>, user: string): Promise<Response> {
  const file = await StatementFile.open(shop.db, user);
  const list = {
    read: ({ cursor = 0, limit }: { cursor?: number | undefined; limit: number }) => file.next(cursor, limit),
    cursorOf: ({ position }: { position: number }) => position,
  };
  const first = await list.read({ limit: portion_rows });
  c.header("content-type", "application/x-ndjson; charset=utf-8");
  c.header("content-disposition", 'attachment; filename="statement.ndjson"');
  return c.body(
    streamRows(shop, c.get("requestId"), list, first, async (rows, { isFirst, isLast }) => {
      const lines = rows.map(({ line }) => line);
      if (isFirst) lines.unshift(JSON.stringify(file.head));
      if (isLast) lines.push(file.end());
      return Buffer.from(lines.map((line) => `${line}\n`).join(""));
    }),
  );
}
