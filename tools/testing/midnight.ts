import { nextMidnight_ms } from "#ledger/terms/dates.ts";

/** More than twice the longest test file on a machine with two cores. */
const file_ms_max = 10 * 60_000;

/**
 * How long a test file must wait before it starts. At midnight UTC sessions end and statistics begin a new day, so a file
 * that crosses midnight loses its users' sessions.
 */
export function untilSafeStart_ms(now_ms: number): number {
  const left_ms = nextMidnight_ms(now_ms) - now_ms;
  return left_ms > file_ms_max ? 0 : left_ms + 1000;
}
