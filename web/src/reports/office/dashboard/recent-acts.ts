import type { ActRecord } from "#contract/audit.ts";

/** Acts of one kind that an admin did one after the other. */
export interface ActsInARow {
  last: ActRecord;
  count: number;
}

/** Newest first, as the acts are. */
export function actsInARow(acts: readonly ActRecord[]): ActsInARow[] {
  const rows: ActsInARow[] = [];
  for (const act of acts) {
    const row = rows.at(-1);
    if (row?.last.actorId === act.actorId && row.last.kind === act.kind) row.count += 1;
    else rows.push({ last: act, count: 1 });
  }
  return rows;
}
