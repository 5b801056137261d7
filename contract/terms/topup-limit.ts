import { hoursBefore } from "./dates.ts";
import { officeLimits } from "./office-limits.ts";
import type { Pesewas } from "./money.ts";

/**
 * The amount above which a top-up of this user takes two admins: less while their account is young. Times are ISO 8601,
 * UTC.
 */
export function topupLimitFor(limit: Pesewas, registered_at: string, now: string): Pesewas {
  const isYoung = registered_at > hoursBefore(now, officeLimits.young_account_h);
  return isYoung ? limit / officeLimits.young_account_divisor : limit;
}
