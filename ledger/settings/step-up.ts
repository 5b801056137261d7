/** What decides whether a call asks for the password or code again. */
import { sql } from "kysely";
import { limits } from "#contract/terms/limits.ts";
import type { Database } from "../tables/open-reads.ts";

export async function isStepUpOn(db: Database): Promise<boolean> {
  const row = await db.selectFrom("ledger.settings").select("step_up").executeTakeFirstOrThrow();
  return row.step_up;
}

/** Whether step-up is on or `isAlways`, and this session's user has not proved lately who they are. */
export async function lacksStepUp(db: Database, session: string, isAlways: boolean): Promise<boolean> {
  const { rows } = await sql<{ lacks: boolean }>`
    select (step_up or ${isAlways}::boolean) and not exists (
      select from shop.session where id = ${session}
        and stepped_up_at > now() - ${limits.step_up_ms} * interval '1 millisecond') as lacks
    from ledger.settings`.execute(db);
  return rows[0]?.lacks ?? false;
}
