/**
 * Runs moves that were started in the office. A process that ends in the middle leaves the rest to the next one: every user
 * is one command whose id follows from the line, so nobody moves in twice.
 */
import { sql } from "kysely";
import { PeriodicTask } from "../serve/tasks.ts";
import type { Shop } from "../shop.ts";
import { type ComparedPlan, comparePlan } from "./compare.ts";
import { finish, openMoveIns, readPlan } from "./dry-runs.ts";
import { addPlan, type Moved } from "./run.ts";

type Surroundings = Pick<Shop, "db" | "secrets" | "writer" | "log">;

/** Renewed after every few hundred users. If a lost database holds the writer up for longer, two may run: that is safe. */
const lease_s = 10;

export function startMoveIns(shop: Surroundings, pause_ms: number): PeriodicTask {
  return new PeriodicTask("moving in", (signal) => workMoveIns(shop, signal), shop.log, {
    pause_ms,
    first_ms: pause_ms,
  });
}

async function workMoveIns(shop: Surroundings, signal: AbortSignal): Promise<void> {
  for (const id of await openMoveIns(shop.db)) {
    if (signal.aborted || !(await lease(shop, id))) continue;
    try {
      await workOne(shop, id, signal);
    } catch (error) {
      await release(shop, id);
      if (!signal.aborted) throw error;
    }
  }
}

async function workOne(shop: Surroundings, id: string, signal: AbortSignal): Promise<void> {
  const { db, writer, log } = shop;
  const plan = await readPlan(shop, id);
  const compared = { ...(await comparePlan(db, plan)), move: { id, fingerprint: "" } };
  const { already } = compared;
  const added = await addPlan(writer, compared, async (moved) => {
    signal.throwIfAborted();
    await noteProgress(shop, id, {
      users: already.users + moved.users,
      products: already.products + moved.products,
      amount: already.amount + moved.amount,
    });
  });
  // What the log has now, whichever process wrote it.
  const after = await comparePlan(db, plan);
  await finish(shop, id, after.already, leftOut(after, added));
  const { users, products } = after.already;
  log.info({ moveIn: id, users, products, leftOut: after.refused.length }, "moved in");
}

/** Lines that somebody else had taken since the dry run. */
function leftOut(after: ComparedPlan, { refused }: Moved) {
  const named = new Set(after.refused.map(({ file, line }) => JSON.stringify([file, line])));
  return [...after.refused, ...refused.filter(({ file, line }) => !named.has(JSON.stringify([file, line])))];
}

/** Whether this process may run it now. */
async function lease({ db }: Surroundings, id: string): Promise<boolean> {
  const { rows } = await sql`
    update shop.move_in set leased_until = now() + ${lease_s} * interval '1 second'
    where id = ${id} and finished_at is null and (leased_until is null or leased_until <= now()) returning id`.execute(
    db,
  );
  return rows.length > 0;
}

/** If the database is away, the lease ends by itself. */
async function release({ db }: Surroundings, id: string): Promise<void> {
  await sql`update shop.move_in set leased_until = null where id = ${id}`.execute(db).catch(() => undefined);
}

async function noteProgress(
  { db }: Surroundings,
  id: string,
  { users, products, amount }: ComparedPlan["already"],
): Promise<void> {
  await sql`
    update shop.move_in set leased_until = now() + ${lease_s} * interval '1 second',
      moved_users = greatest(moved_users, ${users}), moved_products = greatest(moved_products, ${products}),
      moved_amount = greatest(moved_amount, ${amount})
    where id = ${id} and finished_at is null`.execute(db);
}
