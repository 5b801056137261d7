/** Something in the database that is not what the log, or its own chain, says it must be. */
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
