/** Every wallet movement and every administrative act. */
import type * as v from "valibot";
import { type ActView, listActs, totalActs } from "#ledger/books/audit-acts.ts";
import {
  type AuditFilter,
  type AuditView,
  listAuditMovements,
  totalAuditMovements,
} from "#ledger/books/audit-movements.ts";
import { listDoneAlone } from "#ledger/approvals/done-alone.ts";
import { lastMovement, readThread } from "#ledger/books/audit-threads.ts";
import { positionBefore } from "#ledger/tables/log-days.ts";
import { usersById } from "#ledger/users/reads.ts";
import { hoursBefore } from "#contract/terms/dates.ts";
import { toCedis } from "#contract/terms/money.ts";
import { actRecord, auditMovement, threadRecord } from "./records.ts";
import type { Shop } from "../shop.ts";
import { actList, movementList } from "#contract/audit.ts";
import { filterOf } from "#contract/list.ts";
import { operations } from "#contract/operations.ts";
import { answerListFile } from "../serve/file-answer.ts";
import { refused } from "../serve/errors.ts";
import { answerList, answerPage } from "../serve/list-answer.ts";
import type { Portion } from "../serve/row-stream.ts";
import type { Serve } from "../serve/serve.ts";
import { listSecurityEvents, securityRecord, totalSecurityEvents } from "./security-list.ts";

export function auditRoutes(shop: Shop, serve: Serve): void {
  listRoutes(shop, serve);
  lookRoutes(shop, serve);
}

function listRoutes(shop: Shop, serve: Serve): void {
  serve(operations.listSecurityEvents, (_, { query: { limit, cursor, ...filter } }) =>
    answerPage(
      {
        read: (of) => listSecurityEvents(shop.db, filter, of),
        total: () => totalSecurityEvents(shop.db, filter),
        cursorOf: ({ id }) => id,
        toRecord: securityRecord,
      },
      { limit, cursor },
    ),
  );
  serve(operations.listAuditMovements, (c, { query }) =>
    answerList(shop, c, movements(shop, query), { ...query, toText: (position) => position }),
  );
  serve(operations.exportAuditMovements, (c, { query }) =>
    answerListFile(shop, c, movementList, query, movements(shop, query)),
  );
  serve(operations.listActs, (c, { query }) =>
    answerList(shop, c, acts(shop, query), { ...query, toText: (position) => position }),
  );
  serve(operations.exportActs, (c, { query }) => answerListFile(shop, c, actList, query, acts(shop, query)));
}

/** "2026-10-23" if today is 2026-11-21: a month, today included. */
function monthAgo(): string {
  return hoursBefore(new Date().toISOString(), 29 * 24).slice(0, 10);
}

function movements(shop: Shop, query: v.InferOutput<typeof operations.listAuditMovements.query>) {
  const { min: amount_min, max: amount_max, ...rest } = filterOf(query);
  const filter: AuditFilter = { ...rest, amount_min, amount_max };
  return {
    read: (of: Portion) => listAuditMovements(shop.db, filter, of),
    total: () => totalAuditMovements(shop.db, filter),
    cursorOf: ({ position }: AuditView) => position,
    toRecord: auditMovement,
  };
}

function acts(shop: Shop, query: v.InferOutput<typeof operations.listActs.query>) {
  const filter = filterOf(query);
  return {
    read: (of: Portion) => listActs(shop.db, filter, of),
    total: () => totalActs(shop.db, filter),
    cursorOf: ({ position }: ActView) => position,
    toRecord: actRecord,
  };
}

function lookRoutes(shop: Shop, serve: Serve): void {
  serve(operations.listDoneAlone, async (_, { query: { from = monthAgo(), to } }) => {
    const rows = await listDoneAlone(shop.db, { from, to });
    return rows.map(({ actor, username, amount, ...row }) => ({
      ...row,
      actorId: actor,
      actor: username ?? actor,
      amount: toCedis(amount),
    }));
  });

  serve(operations.readThread, async (_, { params: { position } }) => {
    const thread = await readThread(shop.db, position);
    if (!thread) throw refused({ code: "entry_unknown" });
    return threadRecord(thread);
  });

  serve(operations.readWalletAt, async (_, { query: { user: id, at, position } }) => {
    const [user] = await usersById(shop.db, [id]);
    if (!user) throw refused({ code: "user_unknown" });
    const head = position ?? (await positionBefore(shop.db, at ?? "infinity"));
    const last = await lastMovement(shop.db, id, head);
    return {
      userId: id,
      user: user.username,
      balance: toCedis(last?.balance_after ?? 0),
      position: head,
      movement: last ? auditMovement(last) : null,
    };
  });
}
