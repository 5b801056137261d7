/** What takes two admins. */
import { correctionLimit, listApprovals } from "#ledger/store/read/approvals.ts";
import { toCedis } from "#ledger/terms/money.ts";
import { approvalRecord, approve, decline, performOrFile, readApproval } from "../records/approvals.ts";
import type { Shop } from "../context.ts";
import { operations } from "../contract/operations.ts";
import type { Serve } from "../http/serve.ts";

export function approvalRoutes(shop: Shop, serve: Serve): void {
  serve(operations.listApprovals, async () => {
    const [limit, views] = await Promise.all([correctionLimit(shop.db), listApprovals(shop.db)]);
    return { limit: limit === null ? null : toCedis(limit), items: views.map(approvalRecord) };
  });

  serve(operations.approve, async (c, { params: { id } }) => {
    const position = await approve(shop, c, id, c.get("principal").user);
    return { approval: approvalRecord(await readApproval(shop, id)), position };
  });

  serve(operations.decline, async (c, { params: { id } }) => {
    await decline(shop, c, id, c.get("principal").user);
    return { approval: approvalRecord(await readApproval(shop, id)), position: shop.position() };
  });

  serve(operations.changeCorrectionLimit, async (c, { body }) => {
    const actor = c.get("principal").user;
    const { limit, seen } = body;
    const done = await performOrFile(
      shop,
      c,
      { type: "change_correction_limit", intent: { limit, ...(seen && { seen: seen.limit }) }, actor, body },
      { kind: "limit", limit },
    );
    const now = await correctionLimit(shop.db);
    return { limit: now === null ? null : toCedis(now), pending: done === undefined };
  });
}
