/** Dry runs, as they wait for a decision and for the run: counts in words, lines sealed. */
import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { DB } from "#ledger/tables/database.ts";
import type { Database } from "#ledger/tables/open-reads.ts";
import type { SideWrite } from "#ledger/log/writer.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import type { ApprovalStatus } from "#contract/terms/statuses.ts";
import { openText, type SealingKey, sealText } from "../serve/secrets.ts";
import type { Shop } from "../shop.ts";
import { ApiError } from "../serve/errors.ts";
import type { ComparedPlan } from "./compare.ts";
import type { Plan, RefusedLine } from "./plan.ts";

export interface MoveInView {
  id: string;
  checked_by: string;
  checked_name: string;
  checked_at: string;
  users: number;
  products: number;
  amount: Pesewas;
  already_users: number;
  already_products: number;
  already_amount: Pesewas;
  refused: number;
  moved_users: number;
  moved_products: number;
  moved_amount: Pesewas;
  finished_at: string | null;
  /** Of the request, if it took two admins. */
  approval: ApprovalStatus | null;
  is_started: boolean;
  /** Too old, or its admin has checked other files since. */
  is_expired: boolean;
}

type Kept = Pick<Shop, "db" | "secrets">;
type Part = Pick<Plan, "users" | "products">;

/** About 150 KB of users. */
const part_lines = 500;
const listed_max = 20;

/** How long files are kept, in SQL. */
export const keptTime = `interval '${officeLimits.move_in_kept_days} days'`;

/** Whether the log says that this dry run was started. */
const startedSql = (id: string) =>
  `exists (select from ledger.act k join ledger.event e on e.position = k.position
    where k.type = 'move_in_started' and k.clearing is null and e.data ->> 'move_in' = ${id}::text)`;
/** Whether its admin has made another one since. */
const supersededSql = (of: string) =>
  `exists (select from shop.move_in n where n.checked_by = ${of}.checked_by and n.checked_at > ${of}.checked_at)`;

/**
 * Which rows of shop.move_in are deleted: an hour later than nobody can start or approve them any more. What was started
 * stays until it is done.
 */
export const tooOld = `
  coalesce(finished_at, checked_at) <= now() - ${keptTime} and (finished_at is not null or not ${startedSql("shop.move_in.id")})
  or checked_at <= now() - interval '1 hour' and finished_at is null and ${supersededSql("shop.move_in")}
    and not ${startedSql("shop.move_in.id")} and not exists (
      select from ledger.approval a where a.request ->> 'kind' = 'move in' and a.request ->> 'move_in' = shop.move_in.id::text)`;

/** Keeps what a dry run found. Only its new users and products move in by it. Returns its id. */
export async function keepDryRun({ db, secrets }: Kept, by: string, plan: ComparedPlan): Promise<string> {
  const id = randomUUID();
  const { users, products, amount, already, refused } = plan;
  const key = secrets.sealing.moveIn;
  await db.transaction().execute(async (tx) => {
    await sql`
      insert into shop.move_in (id, checked_by, users, products, amount, already_users, already_products, already_amount, refused)
      values (${id}, ${by}, ${users.length}, ${products.length}, ${amount}, ${already.users}, ${already.products},
        ${already.amount}, ${refused.length})`.execute(tx);
    for (const part of portionsOf(users)) await keepPart(tx, key, id, "plan", { users: part, products: [] });
    for (const part of portionsOf(products))
      await keepPart(tx, key, id, "plan", { users: [], products: part });
    await keepRefused(tx, key, id, refused);
  });
  return id;
}

/** What a dry run found new, as a plan of its own. */
export async function readPlan(kept: Kept, id: string): Promise<Plan> {
  const plan: Plan = { digest: id, users: [], products: [], refused: [] };
  for (const part of await readParts<Part>(kept, id, "plan")) {
    plan.users.push(...part.users);
    plan.products.push(...part.products);
  }
  return plan;
}

/** The lines that were refused, and after the run those that were left out. */
export async function readRefused(kept: Kept, id: string): Promise<RefusedLine[]> {
  return (await readParts<RefusedLine[]>(kept, id, "refused")).flat();
}

/** Of all that are kept, the newest first, without those in whose place their admin checked other files. */
export async function listMoveIns(db: Database): Promise<MoveInView[]> {
  const { rows } = await views(
    sql`a.id is not null or ${isStarted} or not ${sql.raw(supersededSql("m"))}`,
  ).execute(db);
  return rows;
}

/** @throws ApiError if there is none, or none any more */
export async function readMoveIn(db: Database, id: string): Promise<MoveInView> {
  const { rows } = await views(sql`m.id = ${id}`).execute(db);
  if (!rows[0])
    throw new ApiError("move_in_unknown", "These files are no longer kept: please upload them again");
  return rows[0];
}

/** @throws ApiError if it is too late to start it */
export async function requireUndecided(db: Database, id: string): Promise<void> {
  const { is_expired, is_started } = await readMoveIn(db, id);
  if (is_expired && !is_started)
    throw new ApiError(
      "move_in_expired",
      "It is too late, or other files were checked since: please upload these again",
    );
}

/** With the command that declines it. The counts stay for a while. */
export function forgetLinesWrite(id: string): SideWrite {
  return { text: "delete from shop.move_in_part where move_in = $1", values: [id] };
}

/** Those that were started and are not done, the oldest first. */
export async function openMoveIns(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from shop.move_in m where m.finished_at is null and ${isStarted} order by m.checked_at`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Ends it: its lines are deleted, and what was left out is kept with what was refused. */
export async function finish(
  { db, secrets }: Kept,
  id: string,
  moved: ComparedPlan["already"],
  leftOut: RefusedLine[],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      update shop.move_in set finished_at = now(), leased_until = null,
        moved_users = ${moved.users}, moved_products = ${moved.products}, moved_amount = ${moved.amount}
      where id = ${id} and finished_at is null returning id`.execute(tx);
    // Another process was faster, and found the same.
    if (rows.length === 0) return;
    await sql`delete from shop.move_in_part where move_in = ${id} and kind = 'plan'`.execute(tx);
    await keepRefused(tx, secrets.sealing.moveIn, id, leftOut);
  });
}

const isStarted = sql.raw(startedSql("m.id"));

function views(which: ReturnType<typeof sql>) {
  return sql<MoveInView>`
    select m.id, m.checked_by, u.username as checked_name, m.checked_at, m.users, m.products, m.amount, m.already_users,
      m.already_products, m.already_amount, m.refused, m.moved_users, m.moved_products, m.moved_amount, m.finished_at,
      a.status as approval, ${isStarted} as is_started, m.checked_at <= now() - ${sql.raw(keptTime)} + interval '1 hour'
        or (a.id is null and ${sql.raw(supersededSql("m"))} and not ${isStarted}) as is_expired
    from shop.move_in m
    join shop."user" u on u.id = m.checked_by
    left join ledger.approval a on a.request ->> 'kind' = 'move in' and a.request ->> 'move_in' = m.id::text
    where ${which} order by m.checked_at desc limit ${listed_max}`;
}

async function keepRefused(tx: Kysely<DB>, key: SealingKey, id: string, lines: RefusedLine[]): Promise<void> {
  for (const part of portionsOf(lines)) await keepPart(tx, key, id, "refused", part);
}

async function keepPart(
  tx: Kysely<DB>,
  key: SealingKey,
  id: string,
  kind: "plan" | "refused",
  content: Part | RefusedLine[],
): Promise<void> {
  await tx
    .insertInto("shop.move_in_part")
    .values({ move_in: id, kind, sealed: sealText(key, JSON.stringify(content)) })
    .execute();
}

async function readParts<T>({ db, secrets }: Kept, id: string, kind: "plan" | "refused"): Promise<T[]> {
  const rows = await db
    .selectFrom("shop.move_in_part")
    .select("sealed")
    .where("move_in", "=", id)
    .where("kind", "=", kind)
    .orderBy("id")
    .execute();
  return rows.map(({ sealed }) => JSON.parse(openText(secrets.sealing.moveIn, sealed)) as T);
}

function portionsOf<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / part_lines) }, (_, n) =>
    items.slice(n * part_lines, (n + 1) * part_lines),
  );
}
