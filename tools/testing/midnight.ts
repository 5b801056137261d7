import { nextMidnight_ms } from "#ledger/terms/dates.ts";

/** Twice the longest run on a quiet machine with two cores. */
const run_ms_max = 10 * 60_000;

/**
 * How long a run has to wait before it starts. Sessions end at midnight UTC, and statistics begin a new day: a run that
 * is under way at that time loses the sessions of its users.
 */
export function untilSafeStart_ms(now_ms: number): number {
  const left_ms = nextMidnight_ms(now_ms) - now_ms;
  return left_ms > run_ms_max ? 0 : left_ms + 1000;
}
