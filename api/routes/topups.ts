/** Top-up requests: asking, approving, declining. The wire calls them recharges. */
import type * as v from "valibot";
import type { LedgerEvent } from "#ledger/decide/events.ts";
import { listRecharges, totalRecharges } from "#ledger/store/read/recharge-list.ts";
import {
  freshRecharge,
  momoDuplicates,
  rechargesById,
  type RechargeView,
  reserveRecharge,
} from "#ledger/store/read/recharges.ts";
import { balanceAt } from "#ledger/store/read/statement.ts";
import { usersById } from "#ledger/store/read/users.ts";
import { formatDateTime } from "#ledger/terms/dates.ts";
import { limits } from "#ledger/terms/limits.ts";
import { toCedis } from "#ledger/terms/money.ts";
import { rechargeReference } from "#ledger/terms/references.ts";
import { isNarrow } from "#ledger/terms/search.ts";
import { rechargeSubmitted } from "#ledger/terms/texts.ts";
import { scopeOf } from "../auth/guard.ts";
import type { Principal } from "../auth/principals.ts";
import type { Shop } from "../context.ts";
import { operations } from "../contract/operations.ts";
import type { DecisionAnswer, RechargeRecord, rechargesQuery } from "../contract/topups.ts";
import { perform } from "../http/command.ts";
import { answerCsv, type Column } from "../http/csv-answer.ts";
import { ApiError } from "../http/errors.ts";
import { answerList } from "../http/list-answer.ts";
import type { Portion } from "../http/row-stream.ts";
import type { Serve } from "../http/serve.ts";
import { rechargeRecord, userRecord } from "../records/records.ts";

/** The list for a query, limited to what this principal may see. */
function rechargesOf(shop: Shop, principal: Principal, query: v.InferOutput<typeof rechargesQuery>) {
  const { limit: _, cursor: __, mine, user, order, ...filters } = query;
  const filter = { ...filters, user: scopeOf(principal, { mine, user }), oldestFirst: order === "oldest" };
  return {
    read: (of: Portion) => listRecharges(shop.db, filter, of),
    total: () => totalRecharges(shop.db, filter),
    isNarrow: isNarrow(filter.search),
    cursorOf: ({ id }: RechargeView) => id,
    toRecord: (view: RechargeView) => rechargeRecord(view, principal.level === "Admin"),
  };
}

const columns: Column<RechargeRecord>[] = [
  ["Date", ({ createdAt }) => formatDateTime(createdAt)],
  ["Reference", ({ rechargeId }) => rechargeId],
  ["User", ({ user }) => user.username],
  ["User's phone", ({ user }) => user.phone],
  ["MoMo ID", ({ momoTransactionId }) => momoTransactionId],
  ["Purpose", ({ purpose }) => purpose],
  ["Amount (GHS)", ({ amount }) => amount.toFixed(2)],
  ["Status", ({ status }) => status],
  ["Decided", ({ actionTimestamp }) => actionTimestamp && formatDateTime(actionTimestamp)],
  ["Decided by", ({ decidedBy }) => decidedBy],
];

export function topupRoutes(shop: Shop, serve: Serve): void {
  serve(operations.listRecharges, (c, { query }) => {
    const { limit, cursor } = query;
    return answerList(shop, c, rechargesOf(shop, c.get("principal"), query), {
      limit,
      cursor,
      toText: Number,
    });
  });

  serve(operations.exportRecharges, (c, { query }) =>
    answerCsv(shop, c, "topups.csv", columns, rechargesOf(shop, c.get("principal"), query)),
  );

  serve(operations.listMomoDuplicates, async () => {
    const duplicates = await momoDuplicates(shop.db);
    return duplicates.map(({ id, momo_transaction_id, others }) => ({
      rechargeId: rechargeReference(id),
      momoTransactionId: momo_transaction_id,
      others: others.map((other) => ({ rechargeId: rechargeReference(other.id), status: other.status })),
    }));
  });

  serve(operations.nextRechargeId, async (c) => {
    const recharge = await reserveRecharge(shop.db, c.get("principal").user);
    return { nextRechargeId: rechargeReference(recharge) };
  });

  serve(operations.requestRecharge, async (c, { body }) => {
    const { user } = c.get("principal");
    if (body.purpose === "agent-upgrade" && body.amount !== limits.agent_request_amount) {
      throw new ApiError("amount_invalid", "An agent request must be for exactly ¢50.00");
    }
    const { amount, purpose, momoTransactionId: momo_transaction_id } = body;
    const request = (recharge: number, isOurs: boolean) =>
      perform(shop, c, {
        type: "request_topup",
        intent: { recharge, amount, purpose, momo_transaction_id },
        actor: user,
        body,
        forgets: isOurs ? "reference_taken" : undefined,
      });
    const own = await ownReference(shop, user, body.rechargeId);
    const { events, position } =
      own === undefined ? await requestUnderOurs(shop, user, request) : await request(own, false);
    const id = rechargeIdOf(events);
    const record = await readRecharge(shop, id, "pending", events[0]?.position ?? position);
    return { message: rechargeSubmitted(record.rechargeId), recharge: record, position };
  });

  serve(operations.approveRecharge, async (c, { params, body }) => {
    const { id: recharge } = params;
    const { events, position } = await perform(shop, c, {
      type: "approve_topup",
      intent: { recharge, ...(body.userLevel ? { level: body.userLevel } : {}) },
      actor: c.get("principal").user,
      body: { recharge, ...body },
    });
    return await decisionAnswer(shop, recharge, "approved", events, position);
  });

  serve(operations.declineRecharge, async (c, { params }) => {
    const { id: recharge } = params;
    const { events, position } = await perform(shop, c, {
      type: "decline_topup",
      intent: { recharge },
      actor: c.get("principal").user,
      body: { recharge },
    });
    return await decisionAnswer(shop, recharge, "declined", events, position);
  });
}

/** The number from the payment notice, if the user has reserved it; undefined if the server must choose one. */
async function ownReference(
  shop: Shop,
  user: string,
  shown: string | undefined,
): Promise<number | undefined> {
  if (shown === undefined) return undefined;
  const recharge = Number(shown.slice("T-".length));
  const own = await shop.db
    .selectFrom("shop.recharge_reservation")
    .select("recharge")
    .where("user_id", "=", user)
    .where("recharge", "=", recharge)
    .executeTakeFirst();
  if (own) return recharge;
  // If the same user has used it, the command refuses it or answers the retry. If it is somebody else's, choose a new
  // one.
  const [used] = await rechargesById(shop.db, [recharge]);
  return used?.user_id === user ? recharge : undefined;
}

/** Two simultaneous requests may find the same reservation. The second one gets a new number. */
async function requestUnderOurs<T>(
  shop: Shop,
  user: string,
  request: (recharge: number, isOurs: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await request(await reserveRecharge(shop.db, user), true);
  } catch (error) {
    if (!(error instanceof ApiError) || error.answer.code !== "reference_taken") throw error;
    return request(await freshRecharge(shop.db), true);
  }
}

function rechargeIdOf(events: LedgerEvent[]): number {
  return Number(events[0]?.stream.slice("recharge/".length));
}

async function readRecharge(
  shop: Shop,
  id: number,
  status: RechargeRecord["status"],
  position: number,
): Promise<RechargeRecord> {
  const [view] = await rechargesById(shop.db, [id]);
  if (!view) throw new Error("a top-up request that was just written was not found");
  const action_at = status === "pending" ? null : view.action_at;
  return { ...rechargeRecord({ ...view, action_at }), status, position };
}

async function decisionAnswer(
  shop: Shop,
  id: number,
  status: "approved" | "declined",
  events: LedgerEvent[],
  position: number,
): Promise<DecisionAnswer> {
  // An approval may also change the user's level, which is a second event of another row.
  const recharge = await readRecharge(shop, id, status, events[0]?.position ?? position);
  const [user] = await usersById(shop.db, [recharge.userId]);
  if (!user) throw new Error("the user of a top-up request was not found");
  // A decline moves no money, and a retry may come much later.
  const balance = toCedis(events[0]?.balance_after ?? (await balanceAt(shop.db, user.id, position)));
  const account = userRecord(user);
  return { account, balance, user: { ...recharge.user, balance }, recharge, position };
}
