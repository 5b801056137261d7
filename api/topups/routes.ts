/** Top-up requests: asking, approving, declining. The wire calls them recharges. */
import type * as v from "valibot";
import type { LedgerEvent } from "#ledger/core/events.ts";
import { listTopups, totalTopups } from "#ledger/topups/list.ts";
import {
  freshTopup,
  momoDuplicates,
  topupsById,
  type TopupStep,
  topupSteps,
  type TopupView,
  reserveTopup,
} from "#ledger/topups/reads.ts";
import { balanceAt } from "#ledger/books/statement.ts";
import { usersById } from "#ledger/users/reads.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { limits } from "#contract/terms/limits.ts";
import { toCedis } from "#contract/terms/money.ts";
import { handRail } from "#contract/terms/rails.ts";
import { topupOfReference, topupReference } from "#contract/terms/references.ts";
import { numberOfStream } from "#contract/terms/streams.ts";
import { isNarrow } from "#contract/terms/search.ts";
import { rechargeSubmitted } from "#contract/terms/texts.ts";
import { scopeOf } from "../serve/guard.ts";
import type { Principal } from "../serve/principals.ts";
import type { Shop } from "../shop.ts";
import { operations } from "#contract/operations.ts";
import { type DecisionAnswer, type TopupHistory, topupList, type TopupRecord } from "#contract/topups.ts";
import { asSeen, filterOf } from "#contract/list.ts";
import { perform } from "../serve/command.ts";
import { railOf } from "../rails/rail.ts";
import { matchOpen } from "../rails/phone/match-open.ts";
import { isAwaitingApproval } from "../approvals/records.ts";
import { answerListFile } from "../serve/file-answer.ts";
import { ApiError, refused } from "../serve/errors.ts";
import { answerList } from "../serve/list-answer.ts";
import type { Portion } from "../serve/row-stream.ts";
import type { Serve } from "../serve/serve.ts";
import { topupRecord } from "./records.ts";
import { userRecord } from "../users/records.ts";

/** The list for a query, limited to what this principal may see. */
function topupsOf(
  shop: Shop,
  principal: Principal,
  query: v.InferOutput<typeof operations.listTopups.query>,
) {
  const filter = { ...filterOf(query), user: scopeOf(principal, query) };
  return {
    read: (of: Portion) => listTopups(shop.db, filter, of),
    total: () => totalTopups(shop.db, filter),
    isNarrow: isNarrow(filter.search),
    cursorOf: ({ id }: TopupView) => id,
    toRecord: (view: TopupView) => asSeen(topupList, principal, topupRecord(view)),
  };
}

const stepOf = {
  topup_requested: "asked",
  duplicate_accepted: "same payment",
  topup_approved: "approved",
  topup_declined: "declined",
  wallet_corrected: "corrected",
} as const satisfies Record<TopupStep["type"], TopupHistory[number]["step"]>;

export function topupRoutes(shop: Shop, serve: Serve): void {
  serve(operations.listTopups, (c, { query }) =>
    answerList(shop, c, topupsOf(shop, c.get("principal"), query), { ...query, toText: Number }),
  );

  serve(operations.exportTopups, (c, { query }) =>
    answerListFile(shop, c, topupList, query, topupsOf(shop, c.get("principal"), query)),
  );

  serve(operations.nextRechargeId, async (c) => {
    const topup = await reserveTopup(shop.db, c.get("principal").user);
    return { nextRechargeId: topupReference(topup) };
  });

  serve(operations.requestTopup, async (c, { body }) => {
    const { user } = c.get("principal");
    if (body.purpose === "agent-upgrade" && body.amount !== limits.agent_request_amount) {
      throw new ApiError("amount_invalid", "An agent request must be for exactly ¢50.00");
    }
    const { amount, purpose, momoTransactionId: momo_transaction_id } = body;
    const request = (topup: number, isOurs: boolean) =>
      perform(shop, c, {
        type: "request_topup",
        intent: { topup, amount, purpose, momo_transaction_id },
        body,
        exceptFor: isOurs ? ["reference_taken", "too_many_topups"] : ["too_many_topups"],
      });
    const own = await ownReference(shop, user, body.rechargeId);
    const requested = own === undefined ? requestUnderOurs(shop, user, request) : request(own, false);
    const { events, position } = await requested.catch((error: unknown) => {
      if (error instanceof ApiError && error.answer.code === "too_many_topups")
        shop.security.note(c, { kind: "too many attempts", result: "refused", user, detail: "topup" });
      throw error;
    });
    const id = topupOf(events);
    // The payment may be there already.
    if (railOf(shop.rails, handRail).isOn)
      shop.backgroundTasks.start("matching a payment", () => matchOpen(shop, { topup: id }));
    const record = await readTopup(shop, id, "pending", events[0]?.position ?? position);
    return { message: rechargeSubmitted(record.rechargeId), recharge: record, position };
  });

  lookRoutes(shop, serve);
  decisionRoutes(shop, serve);
}

/** What an admin looks at before and after a decision. */
function lookRoutes(shop: Shop, serve: Serve): void {
  serve(operations.listMomoDuplicates, async () => {
    const duplicates = await momoDuplicates(shop.db);
    const views = await topupsById(shop.db, [...new Set(duplicates.flatMap(({ others }) => others))]);
    const records = new Map(views.map((view) => [view.id, topupRecord(view)]));
    return duplicates.map(({ id, momo_transaction_id, others }) => ({
      rechargeId: topupReference(id),
      momoTransactionId: momo_transaction_id,
      others: others.flatMap((other) => records.get(other) ?? []),
    }));
  });

  serve(operations.readTopupHistory, async (_, { params: { id } }) => {
    const [topup] = await topupsById(shop.db, [id]);
    if (!topup || topup.hidden) throw refused({ code: "recharge_unknown" });
    const steps = await topupSteps(shop.db, id);
    return steps.map(({ type, recorded_at, amount, ...step }) => ({
      ...step,
      step: stepOf[type],
      date: formatDateTime(recorded_at),
      createdAt: recorded_at,
      amount: amount === null ? null : toCedis(amount),
    }));
  });
}

function decisionRoutes(shop: Shop, serve: Serve): void {
  serve(operations.approveTopup, async (c, { params, body }) => {
    const { id: topup } = params;
    const { userLevel, seen, reason } = body;
    const done = await perform(shop, c, {
      type: "approve_topup",
      intent: {
        topup,
        ...(userLevel && { level: userLevel }),
        ...(seen && {
          seen: seen.others.map(({ rechargeId, status }) => ({
            topup: topupOfReference(rechargeId),
            status,
          })),
          others: (await momoDuplicates(shop.db, topup)).flatMap(({ others }) => others),
        }),
        ...(reason !== undefined && { reason }),
      },
      body: { topup, ...body },
    });
    const { events, position } = done;
    if (await isAwaitingApproval(shop, done))
      return { ...(await decisionAnswer(shop, topup, "pending", [], position)), pending: true as const };
    return await decisionAnswer(shop, topup, "approved", events, position);
  });

  serve(operations.declineTopup, async (c, { params, body: { reason } }) => {
    const { id: topup } = params;
    const intent = { topup, ...(reason !== undefined && { reason }) };
    const { events, position } = await perform(shop, c, {
      type: "decline_topup",
      intent,
      body: intent,
    });
    return await decisionAnswer(shop, topup, "declined", events, position);
  });
}

/** The number from the payment notice, if the user has reserved it; undefined if the server must choose one. */
async function ownReference(
  shop: Shop,
  user: string,
  shown: string | undefined,
): Promise<number | undefined> {
  if (shown === undefined) return undefined;
  const topup = topupOfReference(shown);
  const own = await shop.db
    .selectFrom("shop.topup_reservation")
    .select("topup")
    .where("user_id", "=", user)
    .where("topup", "=", topup)
    .executeTakeFirst();
  if (own) return topup;
  // If the same user has used it, the command refuses it or answers the retry. If it is somebody else's, choose a new one.
  const [used] = await topupsById(shop.db, [topup]);
  return used?.user === user ? topup : undefined;
}

/** Two simultaneous requests may find the same reservation. The second one gets a new number. */
async function requestUnderOurs<T>(
  shop: Shop,
  user: string,
  request: (topup: number, isOurs: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await request(await reserveTopup(shop.db, user), true);
  } catch (error) {
    if (!(error instanceof ApiError) || error.answer.code !== "reference_taken") throw error;
    return request(await freshTopup(shop.db), true);
  }
}

/** The number that a request got. */
export function topupOf(events: LedgerEvent[]): number {
  const [event] = events;
  if (event?.type !== "topup_requested") throw new Error("these events requested no top-up");
  return numberOfStream(event.stream);
}

/** The request as it was at that position, with that status. */
export async function readTopup(
  shop: Shop,
  id: number,
  status: TopupRecord["status"],
  position: number,
): Promise<TopupRecord> {
  const [view] = await topupsById(shop.db, [id]);
  if (!view) throw new Error("a top-up request that was just written was not found");
  // The answer to a retry shows the request as it was then.
  const then = status === "pending" ? { action_at: null, reason: null } : {};
  return { ...topupRecord({ ...view, ...then }), status, position };
}

async function decisionAnswer(
  shop: Shop,
  id: number,
  status: TopupRecord["status"],
  events: LedgerEvent[],
  position: number,
): Promise<DecisionAnswer> {
  // An approval may also change the user's level, which is an event of another row.
  const decision = events.find(({ type }) => type === "topup_approved" || type === "topup_declined");
  const recharge = await readTopup(shop, id, status, decision?.position ?? position);
  const [user] = await usersById(shop.db, [recharge.userId]);
  if (!user) throw new Error("the user of a top-up request was not found");
  // A decline moves no money, and a retry may come much later.
  const balance = toCedis(decision?.balance_after ?? (await balanceAt(shop.db, user.id, position)));
  const account = userRecord(user);
  return { account, balance, user: { ...recharge.user, balance }, recharge, position };
}
