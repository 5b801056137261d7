/**
 * A row as a number, in SQL, whose sum over rows tells a change of any of them. The record's own hash is a sum over its
 * columns: two rows that swapped some would sum up to the same, so it is hashed once more.
 */
export function rowHash(row: string): string {
  return `hashint8extended(hash_record_extended(${row}, 0), 0)`;
}
