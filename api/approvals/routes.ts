/** What takes two admins. */
import type { Context } from "hono";
import type * as v from "valibot";
import { countAdmins, hasHadTwoAdmins, listApprovals, readLimits } from "#ledger/approvals/reads.ts";
import { cedisOrNull } from "#contract/terms/money.ts";
import type { SideWrite } from "#ledger/log/writer.ts";
import { grantedWrites, noteRights } from "../auth/admin-rights.ts";
import { requireStepUp } from "../serve/step-up.ts";
import type { Env } from "../serve/env.ts";
import type { Shop } from "../shop.ts";
import type { limitBody } from "#contract/approvals.ts";
import { operations } from "#contract/operations.ts";
import { perform } from "../serve/command.ts";
import type { Serve } from "../serve/serve.ts";
import { forgetLinesWrite, requireUndecided } from "../move-in/dry-runs.ts";
import { approvalRecord, isAwaitingApproval, readApproval } from "./records.ts";
import { noteMoveIn } from "../move-in/routes.ts";
import type { ApprovalRequest } from "#ledger/core/rows/approvals.ts";

/** @param settledWrite belongs to the end that an admin gives to an order at a supplier */
export function approvalRoutes(shop: Shop, serve: Serve, settledWrite: (order: number) => SideWrite): void {
  serve(operations.listApprovals, async () => {
    const [limits, isBinding, admins, views] = await Promise.all([
      readLimits(shop.db),
      hasHadTwoAdmins(shop.db),
      countAdmins(shop.db),
      listApprovals(shop.db),
    ]);
    return {
      limit: cedisOrNull(limits.correction_limit),
      topupLimit: cedisOrNull(limits.topup_limit),
      isBinding,
      admins,
      items: views.map(approvalRecord),
    };
  });

  const decide = async (
    c: Context<Env>,
    type: "grant_approval" | "decline_approval",
    approval: string,
    sideWrites: SideWrite[] = [],
  ) => {
    const done = await perform(shop, c, { type, intent: { approval }, body: { approval }, sideWrites });
    noteRights(shop, c, done);
    noteMoveIn(shop, c, done);
    return { approval: approvalRecord(await readApproval(shop, approval)), position: done.position };
  };
  serve(operations.approve, async (c, { params: { id } }) => {
    const { status, request } = await readApproval(shop, id);
    if (status === "pending") await requireStepUpFor(shop, c, request);
    if (request.kind === "move in" && status === "pending") await requireUndecided(shop.db, request.move_in);
    const granted = grantedWrites(request);
    const asked = request.kind === "fulfilment" ? [settledWrite(request.order)] : [];
    const answer = await decide(c, "grant_approval", id, granted?.writes ?? asked);
    if (granted) shop.principals.forgetUser(granted.user);
    return answer;
  });
  serve(operations.decline, async (c, { params: { id } }) => {
    const { request } = await readApproval(shop, id);
    const sideWrites = request.kind === "move in" ? [forgetLinesWrite(request.move_in)] : [];
    return decide(c, "decline_approval", id, sideWrites);
  });

  const changeLimit = async (
    c: Context<Env>,
    type: "change_correction_limit" | "change_topup_limit",
    body: v.InferOutput<typeof limitBody>,
  ) => {
    const { limit, seen } = body;
    const intent = { limit, ...(seen && { seen: seen.limit }) };
    const done = await perform(shop, c, { type, intent, body });
    const pending = await isAwaitingApproval(shop, done);
    const limits = await readLimits(shop.db);
    const now = type === "change_topup_limit" ? limits.topup_limit : limits.correction_limit;
    return { limit: cedisOrNull(now), pending };
  };
  serve(operations.changeCorrectionLimit, (c, { body }) => changeLimit(c, "change_correction_limit", body));
  serve(operations.changeTopupLimit, (c, { body }) => changeLimit(c, "change_topup_limit", body));
}

/** As for whoever asked for it: otherwise an open page could do by an approval what it may not do itself. */
async function requireStepUpFor(shop: Shop, c: Context<Env>, request: ApprovalRequest): Promise<void> {
  const { kind } = request;
  const isOfWithdrawal = "withdrawal" in request;
  if (kind === "payment details" || kind === "product" || isOfWithdrawal) await requireStepUp(shop, c);
  if (grantedWrites(request) !== undefined || kind === "move in" || kind === "rail balance")
    await requireStepUp(shop, c, "always");
}
