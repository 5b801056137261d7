/** Whether the books balance, and the proof of it. */
import {
  askVerification,
  type Incident,
  noteIncident,
  readBooks,
  readHeads,
  readIncidents,
  readVerification,
} from "#ledger/books/audit-books.ts";
import { usersById } from "#ledger/users/reads.ts";
import { booksRecord } from "./records.ts";
import type { Shop } from "../shop.ts";
import { operations } from "#contract/operations.ts";
import { refused } from "../serve/errors.ts";
import type { Serve } from "../serve/serve.ts";
import type { Finding } from "#ledger/verify/replay/finding.ts";
import { formatCedis } from "#contract/terms/money.ts";
import { orderReference, topupReference } from "#contract/terms/references.ts";
import type { IncidentRecord } from "#contract/verification.ts";
import type { Context } from "hono";
import { StatementFile } from "#ledger/verify/audit/statement-file.ts";
import type { Env } from "../serve/env.ts";
import { portion_rows, streamRows } from "../serve/row-stream.ts";

const heads_max = 31;

export function verificationRoutes(shop: Shop, serve: Serve): void {
  const verification = async () => ({ verification: (await readVerification(shop.db)) ?? null });

  serve(operations.readBooks, async () => {
    const [books, lag] = await Promise.all([readBooks(shop.db), shop.readiness.lag()]);
    return booksRecord(books, lag ?? { positions: 0, seconds: 0 });
  });
  serve(operations.listIncidents, () => incidentRecords(shop));
  serve(operations.noteIncident, async (c, { params: { id: incident }, body: { reason } }) => {
    const { user } = c.get("principal");
    const outcome = await noteIncident(shop.db, { incident, user, reason });
    if (outcome === "unknown") throw refused({ code: "entry_unknown" });
    if (outcome === "noted before") throw refused({ code: "unchanged" });
    return incidentRecords(shop);
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

const incidents_max = 50;

/** The times that the books did not balance, in words that an admin can follow up. */
async function incidentRecords({ db }: Pick<Shop, "db">): Promise<IncidentRecord[]> {
  const incidents = await readIncidents(db, incidents_max);
  const ids = new Set(
    incidents.flatMap(({ findings }) => findings.flatMap(({ where }) => userIn(where) ?? [])),
  );
  const names = new Map((await usersById(db, [...ids])).map(({ id, username }) => [id, username]));
  return incidents.map((incident) => incidentRecord(incident, names));
}

function incidentRecord(incident: Incident, names: ReadonlyMap<string, string>): IncidentRecord {
  const { id, began_at: from, ended_at: to, findings, reason, noted_at, noted_by } = incident;
  return {
    id,
    from,
    to,
    findings: findings.map((finding) => findingRecord(finding, names)),
    note: reason === null ? null : { by: noted_by ?? "", at: noted_at ?? "", reason },
  };
}

type FindingInWords = IncidentRecord["findings"][number];

function findingRecord({ where, differences }: Finding, names: ReadonlyMap<string, string>): FindingInWords {
  return {
    ...subjectOf(where, names),
    differences: differences.map(({ what, expected, found }) => ({
      what,
      expected: inCedis(what, expected),
      found: inCedis(what, found),
    })),
  };
}

function subjectOf(
  where: string,
  names: ReadonlyMap<string, string>,
): Pick<FindingInWords, "name" | "about"> {
  const [, position] = /^position (\d+)$/.exec(where) ?? [];
  if (position !== undefined) return { name: `Event ${position}`, about: { kind: "movement", id: position } };
  const [, table = "", id = ""] = /^ledger\.(order|topup) id=(\d+)$/.exec(where) ?? [];
  if (table === "order") return { name: `Order ${orderReference(Number(id))}`, about: { kind: "order", id } };
  if (table === "topup") return { name: `Top-up ${topupReference(Number(id))}`, about: null };
  const user = userIn(where);
  if (user === undefined) return { name: where, about: null };
  const name = names.get(user) ?? user;
  const what = where.startsWith("ledger.wallet ") ? "Wallet" : "Account";
  return { name: `${what} of ${name}`, about: { kind: "user", id: user } };
}

function userIn(where: string): string | undefined {
  return /^ledger\.(?:wallet|account) user_id=([0-9a-f-]{36})$/.exec(where)?.[1];
}

/** Columns that hold pesewas. */
const amounts = ["balance", "amount", "balance_after", "value", "sum of all balances"];

function inCedis(what: string, text: string): string {
  return amounts.includes(what) && /^-?\d+$/.test(text) ? formatCedis(Number(text)) : text;
}

/** A wallet's statement as a file that anyone can check: ledger/verify/audit/statement-file.ts. */
async function answerStatement(shop: Shop, c: Context<Env>, user: string): Promise<Response> {
  const file = await StatementFile.open(shop.db, user);
  const list = {
    read: ({ cursor = 0, limit }: { cursor?: number | undefined; limit: number }) => file.next(cursor, limit),
    cursorOf: ({ position }: { position: number }) => position,
  };
  const first = await list.read({ limit: portion_rows });
  c.header("content-type", "application/x-ndjson; charset=utf-8");
  c.header("content-disposition", 'attachment; filename="statement.ndjson"');
  return c.body(
    streamRows(shop, c.get("requestId"), list, first, async (rows, { isFirst, isLast }) => {
      const lines = rows.map(({ line }) => line);
      if (isFirst) lines.unshift(JSON.stringify(file.head));
      if (isLast) lines.push(file.end());
      return Buffer.from(lines.map((line) => `${line}\n`).join(""));
    }),
  );
}
