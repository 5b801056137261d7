/** Lets hours pass within seconds. */
import { setTimeout as sleep } from "node:timers/promises";
import type { DoubleClock } from "../../../tools/doubles/clock.ts";
import { untilAllReady } from "../../scenario/apps.ts";
import type { StormedShop } from "./stormed-shop.ts";

/** Less than a webhook waits for its answer, so that none is cut off only because time passes so fast. */
const chunk_ms = 20_000;
const hour_ms = 60 * 60_000;
const asked_ms_max = 120_000;
const poll_ms = 50;

/** For a double alone. Each hour begins while the shop serves: otherwise all attempts of days fail within a second. */
export async function passHours(shop: StormedShop, clock: DoubleClock, hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) {
    await untilAllReady(shop.apps);
    for (const end_ms = clock.now_ms + hour_ms; clock.now_ms < end_ms;) {
      clock.pass(chunk_ms);
      await clock.idle();
    }
  }
}

/** For a double, and for the shop's charges that are not decided. */
export async function passDay(shop: StormedShop, clock: DoubleClock): Promise<void> {
  await passHours(shop, clock, 24);
  await shop.query(
    `update shop.charge set created_at = created_at - interval '1 day', next_check_at = now()
     where next_check_at is not null`,
  );
  for (const end_ms = performance.now() + asked_ms_max; performance.now() < end_ms; await sleep(poll_ms)) {
    const due = await shop.query("select from shop.charge where next_check_at <= now() limit 1");
    if (due.length === 0) return;
  }
  throw new Error(`the shop has not asked about all payments after ${asked_ms_max} ms`);
}
