/** Step-up: the user of a session proves again who they are, which counts for some minutes. */
import type { Context } from "hono";
import { lacksStepUp } from "#ledger/settings/step-up.ts";
import type { Env } from "./env.ts";
import type { Door } from "./door.ts";
import { ApiError } from "./errors.ts";

/** @throws ApiError 403 if the session lacks it, and the shop turned step-up on or it is asked for `always` */
export async function requireStepUp(shop: Door, c: Context<Env>, when?: "always"): Promise<void> {
  if (await lacksStepUp(shop.db, c.get("principal").session, when === "always"))
    throw new ApiError("step_up_needed", "Please confirm with your password or code first", {
      transient: true,
    });
}

export async function markStepUp({ db }: Door, session: string): Promise<void> {
  await db
    .updateTable("shop.session")
    .set({ stepped_up_at: new Date().toISOString() })
    .where("id", "=", session)
    .execute();
}
