/** What payments.e2e.ts and payments.all.e2e.ts do on these pages. */
import { stage } from "./stage.ts";

/** Lets the shop ask now, as it would after a while. What is not decided is so old. */
export async function ask(age = "0"): Promise<void> {
  await stage.shop.pool.query(
    "update shop.charge set next_check_at = now(), created_at = created_at - $1::interval where state = 'waiting'",
    [age],
  );
}
