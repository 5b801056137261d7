/** Files what takes a second admin, and carries it out once, whoever approves. */
import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { sql } from "kysely";
import { approvalById, type ApprovalIntent, type ApprovalView } from "#ledger/store/read/approvals.ts";
import { channel } from "#ledger/store/write/append-sql.ts";
import { brokenConstraint } from "#ledger/store/connect/errors.ts";
import { holdKey, key_constraint } from "#ledger/store/write/held-key.ts";
import { toCedis } from "#ledger/terms/money.ts";
import { type Done, isUsed, keyedId, type Order, perform } from "../http/command.ts";
import type { Env, Shop } from "../context.ts";
import type { ApprovalRecord } from "../contract/approvals.ts";
import { ApiError, refused } from "../http/errors.ts";

/** What is notified where what waits has changed. */
export const approvals_hint = "approvals";

/** What a key breaks that another decision was made under. */
const decision_key_constraint = "approval_decision_command_id_key";

/**
 * Submits what an admin wants; undefined where the ledger says that it takes two, and it waits for the other one now. The
 * ledger is asked first: a retry of what was done must get that answer, and not be filed to be done again.
 * @throws ApiError with any other refusal
 */
export async function performOrFile<T extends "correct_balance" | "change_correction_limit">(
  shop: Shop,
  c: Context<Env>,
  order: Order<T>,
  intent: ApprovalIntent,
): Promise<Done | undefined> {
  try {
    return await perform(shop, c, order);
  } catch (error) {
    if (!(error instanceof ApiError) || error.answer.code !== "second_admin_needed") throw error;
    const id = approvalIdOf(c, order.actor);
    await fileApproval(shop, id, intent, order.actor);
    // A retry may come when it has been decided.
    await openApproval(shop, id);
    return undefined;
  }
}

/** The same for a retry, so that asked twice it waits once; not the refused command's own, which stays refused. */
function approvalIdOf(c: Context<Env>, actor: string): string {
  return keyedId(c, `approval of ${actor}`) ?? randomUUID();
}

async function fileApproval(
  shop: Shop,
  id: string,
  intent: ApprovalIntent,
  requestedBy: string,
): Promise<void> {
  const { kind, ...rest } = intent;
  await sql`with filed as (
      insert into shop.approval (id, kind, intent, requested_by)
      values (${id}, ${kind}, ${JSON.stringify(rest)}, ${requestedBy}) on conflict do nothing returning id
    ) ${hint("filed")}`.execute(shop.db);
}

/** Every process tells its admins to look, once what goes before it is committed. */
function hint(of: string) {
  return sql`select pg_notify(${channel}, ${approvals_hint}) from ${sql.ref(of)}`;
}

/** @throws ApiError where it is decided already, or the ledger refuses it as it would refuse it to two admins at once */
export async function approve(shop: Shop, c: Context<Env>, id: string, actor: string): Promise<number> {
  const key = keyedId(c, actor);
  const view = await readApproval(shop, id);
  // Under a key that was used the writer knows the answer: what it was then, or that it was another request's.
  const isKnown = key !== undefined && (await isUsed(shop, key));
  if (view.status !== "pending" && !isKnown) throw await decided(shop, id);
  const decision = {
    text: `with approved as (
      insert into shop.approval_decision (approval_id, decision, decided_by, command_id)
      values ($1, 'approved', $2, $3) returning 1
    ), closed as (
      update shop.approval set is_open = false where id = $1
    ) select pg_notify($4, $5) from approved`,
    values: [id, actor, key ?? null, channel, approvals_hint],
  };
  const order = { ...commandOf(view), actor, body: { approval: id }, also: [decision] };
  const { position } = await perform(shop, c, order as Order<"correct_balance">).catch(
    async (error: unknown) => {
      const broken = brokenConstraint(error);
      if (broken === "approval_decision_pkey") throw await decided(shop, id);
      throw broken === decision_key_constraint ? refused({ code: "key_reused" }) : error;
    },
  );
  return position;
}

/** @throws ApiError where it is decided already, or the key was another request's */
export async function decline(shop: Shop, c: Context<Env>, id: string, actor: string): Promise<void> {
  const key = keyedId(c, actor);
  await readApproval(shop, id);
  const { rows } = await sql`with declined as (
      insert into shop.approval_decision (approval_id, decision, decided_by, command_id)
      values (${id}, 'declined', ${actor}, ${key ?? null})
      on conflict (approval_id) do nothing returning approval_id
    ), held as (
      ${holdKey(key ?? null)} and exists (select from declined)
    ), closed as (
      update shop.approval set is_open = false where id in (select approval_id from declined)
    ) ${hint("declined")}`
    .execute(shop.db)
    .catch((error: unknown) => {
      // Another request's key, or this very decline's, sent twice at once.
      const isTaken = [key_constraint, decision_key_constraint].includes(brokenConstraint(error) ?? "");
      if (!isTaken) throw error;
      return { rows: [] };
    });
  if (rows.length > 0 || (key !== undefined && (await isDecline(shop, key, id)))) return;
  throw await decided(shop, id);
}

/** Whether this very decline was made under this key. @throws ApiError 422 where another request was */
async function isDecline(shop: Shop, key: string, id: string): Promise<boolean> {
  const made = await shop.db
    .selectFrom("shop.approval_decision")
    .select(["approval_id", "decision"])
    .where("command_id", "=", key)
    .executeTakeFirst();
  if (made?.approval_id === id && made.decision === "declined") return true;
  if (await isUsed(shop, key)) throw refused({ code: "key_reused" });
  return false;
}

/** @throws ApiError where there is none */
export async function readApproval(shop: Shop, id: string): Promise<ApprovalView> {
  const view = await approvalById(shop.db, id);
  if (!view) throw new ApiError("approval_unknown", "There is no such request");
  return view;
}

async function openApproval(shop: Shop, id: string): Promise<ApprovalView> {
  const view = await readApproval(shop, id);
  if (view.status !== "pending") throw await decided(shop, id);
  return view;
}

async function decided(shop: Shop, id: string): Promise<ApiError> {
  const { status } = await readApproval(shop, id);
  return new ApiError("approval_decided", `This request is already ${status}`, { status });
}

function commandOf({ intent, requested_by }: ApprovalView) {
  if (intent.kind === "limit")
    return { type: "change_correction_limit", intent: { limit: intent.limit, requested_by } } as const;
  const { user, amount, reason, corrects } = intent;
  return { type: "correct_balance", intent: { user, amount, reason, corrects, requested_by } } as const;
}

export function approvalRecord(view: ApprovalView): ApprovalRecord {
  const { intent } = view;
  const isCorrection = intent.kind === "correction";
  const amount = isCorrection ? intent.amount : intent.limit;
  return {
    _id: view.id,
    kind: intent.kind,
    user: isCorrection ? { _id: intent.user, username: view.username ?? "" } : null,
    amount: amount === null ? null : toCedis(amount),
    reason: isCorrection ? intent.reason : null,
    corrects: isCorrection ? intent.corrects : null,
    status: view.status,
    requestedBy: { _id: view.requested_by, username: view.requested_name },
    requestedAt: view.requested_at,
    decidedBy: view.decided_by === null ? null : { _id: view.decided_by, username: view.decided_name ?? "" },
    decidedAt: view.decided_at,
  };
}
