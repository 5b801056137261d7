import type pg from "pg";

/** Something in the database that contradicts the log or its hash chain. */
export interface Finding {
  /** "position 17", "ledger.head", "ledger.wallet user_id=…": the first broken place. */
  where: string;
  differences: Difference[];
}

export interface Difference {
  what: string;
  expected: string;
  found: string;
}

export function findingText({ where, differences }: Finding): string {
  const lines = differences.map(
    ({ what, expected, found }) => `  ${what}: expected ${expected}, found ${found}`,
  );
  return [`${where}:`, ...lines].join("\n");
}

/** The end of the log, which the head's row must match. */
export interface LogEnd {
  position: number;
  orders_placed: number;
  recorded_at: string;
  /** Hex. */
  hash: string;
}

/** The head's row against the end of the log. */
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
