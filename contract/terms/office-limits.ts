import { hoursBefore } from "./dates.ts";
import type { Pesewas } from "./money.ts";

/** Limits that only the office and the server need, so that the page of a customer need not load them. */
export const officeLimits = {
  /** One user's top-up requests within this time that no admin has decided yet. Each is a paid SMS. */
  pending_topups_max: 10,
  pending_topups_window_h: 1,
  correction_amount_max: 1_000_000_00,
  /** What one wallet can hold when its user moves in. */
  opening_balance_max: 1_000_000_00,
  move_in_bytes_max: 64 * 1024 * 1024,
  move_in_lines_max: 200_000,
  /** What the office's page takes, all files together: 50,000 users with their password hashes are 8 MB. */
  move_in_upload_bytes_max: 12 * 1024 * 1024,
  move_in_files_max: 10,
  move_in_cells_max: 200,
  /** The page sends files in parts of whole lines, so that a slow line that breaks loses little. */
  move_in_part_bytes: 96 * 1024,
  move_in_part_bytes_max: 160 * 1024,
  /** How long files wait for a decision, and then the list of what was left out. */
  move_in_kept_days: 3,
  /** Corrections that one admin makes alone within this time are added up and compared with the limit for two. */
  correction_window_h: 24,
  /** A price that was higher within this time was just cut. */
  price_cut_window_h: 24,
  /** One admin may cut a price by this share of its highest within that time. */
  price_cut_share_max: 0.2,
  /** An account younger than this may be topped up by one admin to a smaller part of the limit only. */
  young_account_h: 7 * 24,
  young_account_divisor: 5,
  /** Orders that go to a supplier at once: one command, and a file that a person still looks over. */
  supplier_batch_orders_max: 500,
  supplier_columns_max: 12,
  supplier_title_length_max: 40,
  /** A little over three segments: nobody reads more on a phone. */
  template_length_max: 480,
  /** Of a MoMo statement that the office compares: a busy shop's month, read and compared in about a second. */
  momo_statement_bytes_max: 8 * 1024 * 1024,
  momo_statement_lines_max: 50_000,
  momo_statement_days_max: 92,
  /** MoMo transaction IDs that one call looks up, and approved top-ups that one call lists. */
  momo_ids_max: 1000,
  momo_topups_page: 1000,
  /** Once the page has listed as many top-ups without a line, it asks for the sum of the others only. */
  momo_topup_only_max: 500,
  /** What an admin's page has open, as the others see it: said again in time, or forgotten. */
  presence_orders_max: 500,
  presence_renewal_ms: 20_000,
  /** A pending order this old is highlighted. */
  late_order_minutes: 8,
  /** Pending top-up requests this old are counted on the office's first page. */
  late_topup_minutes: 10,
} as const;

/**
 * The amount above which a top-up of this user takes two admins: less while their account is young. Times are ISO 8601,
 * UTC.
 */
export function topupLimitFor(limit: Pesewas, registered_at: string, now: string): Pesewas {
  const isYoung = registered_at > hoursBefore(now, officeLimits.young_account_h);
  return isYoung ? limit / officeLimits.young_account_divisor : limit;
}
