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
import { formatDateTime, hoursBefore } from "#contract/terms/dates.ts";
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
import { sql } from "kysely";
import type { Database } from "#ledger/tables/open-reads.ts";
import { all, countUpToMax, type Sql } from "#ledger/tables/search.ts";
import type { SecurityKind } from "#contract/security-kinds.ts";
import type { SecurityRecord } from "#contract/security.ts";

export function auditRoutes(shop: Shop, serve: Serve): void {
  listRoutes(shop, serve);
  lookRoutes(shop, serve);
}

function listRoutes(shop: Shop, serve: Serve): void {
  serve(operations.listSecurityEvents, (_, { query: { limit, cursor, ...filter } }) =>
    answerPage(
      {
        read: (of) => listSecurityEvents(shop.db, filter, of),
        total: () =>
          countUpToMax(shop.db, sql`select from shop.security_event e where ${all(conditions(filter))}`),
        cursorOf: ({ _id }) => Number(_id),
        toRecord: ({ _id, createdAt, ...event }) => ({
          _id,
          createdAt,
          date: formatDateTime(createdAt),
          ...event,
        }),
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

/** Security events as admins see them. */
interface SecurityFilter {
  kind?: SecurityKind | undefined;
  /** The account, or who did it. */
  user?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Newest first. */
async function listSecurityEvents(
  db: Database,
  filter: SecurityFilter,
  { cursor, limit }: Portion,
): Promise<Omit<SecurityRecord, "date">[]> {
  const before = cursor === undefined ? [] : [sql`e.id < ${cursor}`];
  const { rows } = await sql<Omit<SecurityRecord, "date">>`
    select e.id::text as _id, e.at as "createdAt", e.kind, e.result, e.user_id as "userId", u.username as user,
      e.actor as "actorId", a.username as actor, e.address, e.detail, e.times
    from (select * from shop.security_event e where ${all([...conditions(filter), ...before])}
          order by id desc limit ${limit}) e
    left join shop."user" u on u.id = e.user_id
    left join shop."user" a on a.id = e.actor
    order by e.id desc`.execute(db);
  return rows;
}

function conditions({ kind, user, from, to }: SecurityFilter): Sql[] {
  return [
    ...(kind === undefined ? [] : [sql`e.kind = ${kind}`]),
    ...(user === undefined ? [] : [sql`(e.user_id = ${user} or e.actor = ${user})`]),
    ...(from === undefined ? [] : [sql`e.at >= ${`${from}T00:00:00Z`}::timestamptz`]),
    // PostgreSQL reads 24:00 as the next day's midnight.
    ...(to === undefined ? [] : [sql`e.at < ${`${to}T24:00:00Z`}::timestamptz`]),
  ];
}
