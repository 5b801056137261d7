/** The audit: every movement of every wallet. */
import { type AuditFilter, type AuditView, listAuditMovements } from "#ledger/store/reads/audit-movements.ts";
import { countAllMovements, countMovements } from "#ledger/store/reads/statement.ts";
import { toCedis } from "#ledger/terms/money.ts";
import type { Shop } from "../context.ts";
import type { AuditMovement } from "../contract/audit.ts";
import { operations } from "../contract/operations.ts";
import { answerCsv, type Column } from "../csv-answer.ts";
import { answerList } from "../list-answer.ts";
import type { Portion } from "../row-stream.ts";
import type { Serve } from "../serve.ts";
import { movementRecord } from "./account.ts";

export function auditRoutes(shop: Shop, serve: Serve): void {
  serve(operations.listAuditMovements, (c, { query: { limit, cursor, ...filter } }) =>
    answerList(shop, c, movements(shop, filter), { limit, cursor, toText: (position) => position }),
  );

  serve(operations.exportAuditMovements, (c, { query: { user } }) =>
    answerCsv(shop, c, "audit.csv", columns, movements(shop, { user })),
  );
}

function movements(shop: Shop, filter: AuditFilter) {
  return {
    read: (of: Portion) => listAuditMovements(shop.db, filter, of),
    total: async () =>
      filter.user === undefined
        ? countAllMovements(shop.db)
        : { count: await countMovements(shop.db, filter.user), isExact: true },
    cursorOf: ({ position }: AuditView) => position,
    toRecord: auditMovement,
  };
}

function auditMovement(view: AuditView): AuditMovement {
  return {
    ...movementRecord(view),
    userId: view.user_id,
    user: view.username,
    actorId: view.actor,
    actor: view.actor_name ?? view.actor,
    remaining: toCedis(view.amount + view.reversed),
    hash: view.hash,
  };
}

const columns: Column<AuditMovement>[] = [
  ["Position", ({ position }) => position],
  ["Time (UTC)", ({ createdAt }) => createdAt],
  ["User", ({ user }) => user],
  ["Actor", ({ actor }) => actor],
  ["Kind", ({ kind }) => kind],
  ["Reference", ({ reference }) => reference],
  ["Network", ({ network }) => network],
  ["Package", ({ offer }) => offer],
  ["Reason", ({ reason }) => reason],
  ["Corrects position", ({ corrects }) => corrects],
  ["Amount (GHS)", ({ amount }) => amount.toFixed(2)],
  ["Balance after (GHS)", ({ balance }) => balance.toFixed(2)],
  ["Hash", ({ hash }) => hash],
];
