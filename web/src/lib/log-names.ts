/**
 * The server names the log with every answer, because a position says little once an older log was restored. Kept for the
 * lists' positions, from which the feed's first hello resumes.
 */
const positions_max = 100;
const names = new Map<number, string>();

export function keepLogName(position: number, name: string | null): void {
  if (name === null) return;
  names.delete(position);
  names.set(position, name);
  const [oldest] = names.keys();
  if (names.size > positions_max && oldest !== undefined) names.delete(oldest);
}

/** Undefined if the server named none. */
export function logNameAt(position: number): string | undefined {
  return names.get(position);
}
