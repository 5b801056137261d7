/** Whether the books balance, and the proof of it. */
import {
  askVerification,
  noteIncident,
  readBooks,
  readHeads,
  readVerification,
} from "#ledger/books/audit-books.ts";
import { usersById } from "#ledger/users/reads.ts";
import { incidentRecords } from "./incidents.ts";
import { booksRecord, verificationRecord } from "./records.ts";
import { answerStatement } from "./statement-answer.ts";
import type { Shop } from "../shop.ts";
import { operations } from "#contract/operations.ts";
import { refused } from "../serve/errors.ts";
import type { Serve } from "../serve/serve.ts";

const heads_max = 31;

export function verificationRoutes(shop: Shop, serve: Serve): void {
  const verification = async () => {
    const found = await readVerification(shop.db);
    return { verification: found ? verificationRecord(found) : null };
  };

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
