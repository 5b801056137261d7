/** What takes two admins. */
import type { Context } from "hono";
import { correctionLimit, listApprovals } from "#ledger/store/read/approvals.ts";
import { toCedis } from "#ledger/terms/money.ts";
import type { Env, Shop } from "../context.ts";
import { operations } from "../contract/operations.ts";
import { perform } from "../http/command.ts";
import type { Serve } from "../http/serve.ts";
import { approvalRecord, isAwaitingApproval, readApproval } from "../records/approvals.ts";

export function approvalRoutes(shop: Shop, serve: Serve): void {
  serve(operations.listApprovals, async () => {
    const [limit, views] = await Promise.all([correctionLimit(shop.db), listApprovals(shop.db)]);
    return { limit: limit === null ? null : toCedis(limit), items: views.map(approvalRecord) };
  });

  const decide = async (c: Context<Env>, type: "grant_approval" | "decline_approval", approval: string) => {
    const actor = c.get("principal").user;
    const { position } = await perform(shop, c, { type, intent: { approval }, actor, body: { approval } });
    return { approval: approvalRecord(await readApproval(shop, approval)), position };
  };
  serve(operations.approve, (c, { params: { id } }) => decide(c, "grant_approval", id));
  serve(operations.decline, (c, { params: { id } }) => decide(c, "decline_approval", id));

  serve(operations.changeCorrectionLimit, async (c, { body }) => {
    const { limit, seen } = body;
    const done = await perform(shop, c, {
      type: "change_correction_limit",
      intent: { limit, ...(seen && { seen: seen.limit }) },
      actor: c.get("principal").user,
      body,
    });
    const pending = await isAwaitingApproval(shop, done);
    const now = await correctionLimit(shop.db);
    return { limit: now === null ? null : toCedis(now), pending };
  });
}
