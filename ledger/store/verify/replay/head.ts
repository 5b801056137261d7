/** The head's row against the end of the log. */
import type pg from "pg";
import type { Difference } from "./finding.ts";

/** Where the log ends, as the head's row must say it. */
export interface LogEnd {
  position: number;
  orders_placed: number;
  recorded_at: string;
  /** Hex. */
  hash: string;
}

export async function headDifferences(client: pg.ClientBase, expected: LogEnd): Promise<Difference[]> {
  const { rows } = await client.query<Record<string, string>>(`
    select position::text, orders_placed::text, encode(hash, 'hex') as hash,
      to_char(recorded_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as recorded_at
    from ledger.head`);
  const [row] = rows;
  if (!row || rows.length > 1) return [{ what: "rows", expected: "1", found: `${rows.length}` }];
  const { position, orders_placed, hash, recorded_at } = expected;
  return Object.entries({ position, orders_placed, recorded_at, hash }).flatMap(([what, value]) => {
    const found = row[what] ?? "nothing";
    return found === String(value) ? [] : [{ what, expected: `${value} (the end of the log)`, found }];
  });
}
