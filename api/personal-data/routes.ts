/** What the shop holds about a user, as a file for them (Data Protection Act 2012, Act 843: access to personal data). */
import type { Context } from "hono";
import { listMovements } from "#ledger/books/statement.ts";
import { withdrawals } from "#ledger/withdrawals/reads.ts";
import { asSeen } from "#contract/list.ts";
import { withdrawalList } from "#contract/withdrawals.ts";
import { withdrawalRecord } from "../withdrawals/records.ts";
import { ordersOfUser } from "#ledger/orders/reads.ts";
import { topupsOfUser } from "#ledger/topups/reads.ts";
import { countAttempt } from "../serve/attempts.ts";
import { requireStepUp } from "../serve/step-up.ts";
import type { Env } from "../serve/env.ts";
import type { Shop } from "../shop.ts";
import { operations } from "#contract/operations.ts";
import { portionsOf, type Rows, streamPieces } from "../serve/row-stream.ts";
import type { Serve } from "../serve/serve.ts";
import { aboutUser, messagesOfUser, securityEventsOfUser } from "./own-data.ts";
import { movementRecord } from "../books/records.ts";
import { orderRecord } from "../orders/records.ts";
import { topupRecord } from "../topups/records.ts";
import { unsealDetails } from "../serve/sealed.ts";

/** For the file, and for the ticket that opens it. @throws ApiError 403 before step-up, 429 after too many files */
export async function admitOwnData(shop: Shop, c: Context<Env>): Promise<void> {
  await requireStepUp(shop, c);
  await countAttempt(shop, c, "own data", c.get("principal").user);
}

export function ownDataRoutes(shop: Shop, serve: Serve): void {
  serve(operations.exportOwnData, async (c) => {
    const { user } = c.get("principal");
    if (c.req.query("ticket") === undefined) await admitOwnData(shop, c);
    // Read before anything is sent, so that an unavailable database is still answered with an error.
    const about = await aboutUser(shop, user);
    c.header("content-type", "application/json");
    c.header("content-disposition", 'attachment; filename="my-data.json"');
    return c.body(streamPieces(shop, c.get("requestId"), piecesOf(about, listsOf(shop, user))));
  });
}

/** A part of the object that may be long. */
interface List<Row> extends Rows<Row, number> {
  name: string;
  toRecord: (row: Row) => unknown;
}

/** Nothing is read before its generator is asked. */
function listsOf({ db, secrets }: Shop, user: string): AsyncGenerator<Uint8Array>[] {
  return [
    arrayOf({
      name: "orders",
      read: (of) => ordersOfUser(db, user, of),
      cursorOf: ({ id }) => id,
      toRecord: (view) => ({ ...orderRecord(view, unsealDetails(secrets, view)), isRemoved: view.hidden }),
    }),
    arrayOf({
      name: "topups",
      read: (of) => topupsOfUser(db, user, of),
      cursorOf: ({ id }) => id,
      toRecord: (view) => ({ ...topupRecord(view), isRemoved: view.hidden }),
    }),
    arrayOf({
      name: "withdrawals",
      ...withdrawals(db, { user, order: "oldest" }),
      toRecord: (view) => asSeen(withdrawalList, { level: "Customer" }, withdrawalRecord(view)),
    }),
    arrayOf({
      name: "movements",
      read: (of) => listMovements(db, { user }, of),
      cursorOf: ({ position }) => position,
      toRecord: movementRecord,
    }),
    arrayOf({
      name: "messages",
      read: (of) => messagesOfUser(db, user, of),
      cursorOf: ({ id }) => id,
      toRecord: ({ id: _, ...message }) => message,
    }),
    arrayOf({
      name: "securityEvents",
      read: (of) => securityEventsOfUser(db, user, of),
      cursorOf: ({ id }) => id,
      toRecord: ({ id: _, ...event }) => event,
    }),
  ];
}

async function* piecesOf(about: object, lists: AsyncGenerator<Uint8Array>[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from(JSON.stringify(about).slice(0, -1));
  for (const list of lists) yield* list;
  yield Buffer.from("}\n");
}

/** `,"orders":[…]`, a portion of rows at a time. */
async function* arrayOf<Row>(list: List<Row>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`,\n${JSON.stringify(list.name)}:[`);
  for await (const { rows, isFirst } of portionsOf(list)) {
    const lines = rows.map((row) => `\n${JSON.stringify(list.toRecord(row))}`).join(",");
    if (rows.length > 0) yield Buffer.from((isFirst ? "" : ",") + lines);
  }
  yield Buffer.from("]");
}
