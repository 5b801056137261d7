/** The audit: every movement and every act, whether the books balance, and the proof of it. */
import { type ActView, listActs, totalActs } from "#ledger/store/read/audit-acts.ts";
import { askVerification, readBooks, readHeads, readVerification } from "#ledger/store/read/audit-books.ts";
import {
  type AuditFilter,
  type AuditView,
  listAuditMovements,
  totalAuditMovements,
} from "#ledger/store/read/audit-movements.ts";
import { lastMovement, readThread } from "#ledger/store/read/audit-threads.ts";
import { positionBefore } from "#ledger/store/read/log-days.ts";
import { usersById } from "#ledger/store/read/users.ts";
import { toCedis } from "#ledger/terms/money.ts";
import type * as v from "valibot";
import {
  actColumns,
  actRecord,
  auditMovement,
  booksRecord,
  movementColumns,
  threadRecord,
  verificationRecord,
} from "../audit/records.ts";
import { answerStatement } from "../audit/statement-answer.ts";
import type { Shop } from "../context.ts";
import type { actsQuery, movementsQuery } from "../contract/audit.ts";
import { operations } from "../contract/operations.ts";
import { answerCsv } from "../http/csv-answer.ts";
import { refused } from "../http/errors.ts";
import { answerList } from "../http/list-answer.ts";
import type { Portion } from "../http/row-stream.ts";
import type { Serve } from "../http/serve.ts";

const heads_max = 31;

export function auditRoutes(shop: Shop, serve: Serve): void {
  listRoutes(shop, serve);
  lookRoutes(shop, serve);
  proofRoutes(shop, serve);
}

function listRoutes(shop: Shop, serve: Serve): void {
  serve(operations.listAuditMovements, (c, { query }) => {
    const { limit, cursor } = query;
    return answerList(shop, c, movements(shop, query), { limit, cursor, toText: (position) => position });
  });
  serve(operations.exportAuditMovements, (c, { query }) =>
    answerCsv(shop, c, "audit.csv", movementColumns, movements(shop, query)),
  );
  serve(operations.listActs, (c, { query }) => {
    const { limit, cursor } = query;
    return answerList(shop, c, acts(shop, query), { limit, cursor, toText: (position) => position });
  });
  serve(operations.exportActs, (c, { query }) =>
    answerCsv(shop, c, "acts.csv", actColumns, acts(shop, query)),
  );
}

function movements(shop: Shop, query: v.InferOutput<typeof movementsQuery>) {
  const { limit: _, cursor: __, min: amount_min, max: amount_max, ...rest } = query;
  const filter: AuditFilter = { ...rest, amount_min, amount_max };
  return {
    read: (of: Portion) => listAuditMovements(shop.db, filter, of),
    total: () => totalAuditMovements(shop.db, filter),
    cursorOf: ({ position }: AuditView) => position,
    toRecord: auditMovement,
  };
}

function acts(shop: Shop, { limit: _, cursor: __, ...filter }: v.InferOutput<typeof actsQuery>) {
  return {
    read: (of: Portion) => listActs(shop.db, filter, of),
    total: () => totalActs(shop.db, filter),
    cursorOf: ({ position }: ActView) => position,
    toRecord: actRecord,
  };
}

function lookRoutes(shop: Shop, serve: Serve): void {
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

function proofRoutes(shop: Shop, serve: Serve): void {
  const verification = async () => {
    const found = await readVerification(shop.db);
    return { verification: found ? verificationRecord(found) : null };
  };

  serve(operations.readBooks, async () => {
    const [books, lag] = await Promise.all([readBooks(shop.db), shop.readiness.lag()]);
    return booksRecord(books, lag ?? { positions: 0, seconds: 0 });
  });
  serve(operations.readVerification, verification);
  serve(operations.startVerification, async (c) => {
    await askVerification(shop.db, c.get("principal").user);
    return verification();
  });
  serve(operations.exportOwnStatement, (c) => answerStatement(shop, c, c.get("principal").user));
  serve(operations.exportStatement, async (c, { query: { user } }) => {
    const [found] = await usersById(shop.db, [user]);
    if (!found) throw refused({ code: "user_unknown" });
    return answerStatement(shop, c, user);
  });
  serve(operations.listHeads, () => readHeads(shop.db, heads_max));
}
