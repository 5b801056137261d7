/** Adds a compared plan to the shop. Each user is one command with their balance; each product is one too. */
import { randomUUID } from "node:crypto";
import { type Command, makeCommand } from "#ledger/decide/command.ts";
import { system } from "#ledger/core/rows/users.ts";
import type { Outcome } from "#ledger/log/batch.ts";
import type { SideWrite, Writer } from "#ledger/log/writer.ts";
import { defaultNote } from "#contract/terms/product-types.ts";
import { rejectionText } from "#contract/terms/rejections.ts";
import { idOfStream } from "#contract/terms/streams.ts";
import { takenCode } from "../auth/unique-fields.ts";
import { type ComparedPlan, type NewcomerProduct, type NewcomerUser, sumOf } from "./compare.ts";
import type { RefusedLine } from "./plan.ts";

export interface Moved {
  users: number;
  products: number;
  /** Pesewas. */
  amount: number;
  /** Taken by somebody else between the dry run and now. */
  refused: RefusedLine[];
}

/** With 1,024, a purchase meanwhile waited three times as long, and the move was no faster. */
const at_once = 256;

/** As the shop itself. @throws LedgerUnavailable if the database is away: run it again */
export async function runMoveIn(
  writer: Writer,
  plan: ComparedPlan,
  onProgress: (moved: Moved) => void = () => undefined,
): Promise<Moved> {
  if (plan.users.length + plan.products.length > 0) await start(writer, plan);
  return addPlan(writer, plan, onProgress);
}

/**
 * Adds what a started move brings. `onProgress` is waited for.
 * @throws LedgerUnavailable if the database is away, and what `onProgress` throws: run it again
 */
export async function addPlan(
  writer: Writer,
  plan: ComparedPlan,
  onProgress: (moved: Moved) => void | Promise<void>,
): Promise<Moved> {
  const moved: Moved = { users: 0, products: 0, amount: 0, refused: [] };
  for (const product of plan.products)
    if (await add(writer, product, productCommand(product), [], moved)) moved.products += 1;
  for (let from = 0; from < plan.users.length; from += at_once) {
    const users = plan.users.slice(from, from + at_once);
    const added = await Promise.all(
      users.map((user) => {
        const id = randomUUID();
        return add(writer, user, userCommand(plan, user, id), [userWrite(user, id)], moved, id);
      }),
    );
    const fresh = users.filter((_, index) => added[index]);
    moved.users += fresh.length;
    moved.amount += sumOf(fresh);
    await onProgress(moved);
  }
  return moved;
}

async function start(writer: Writer, { move, users, products, amount }: ComparedPlan): Promise<void> {
  const intent = { move_in: move.id, users: users.length, products: products.length, amount };
  const outcome = await writer.submit(makeCommand({ type: "start_move_in", intent, ...move, actor: system }));
  if (!outcome.accepted) throw new Error(rejectionText(outcome.rejection));
}

function userCommand(
  { move }: ComparedPlan,
  { level, balance, id, fingerprint }: NewcomerUser,
  user: string,
): Command {
  const intent = { user, level, amount: balance, move_in: move.id };
  return makeCommand({ type: "move_in_user", intent, id, fingerprint, actor: system });
}

function userWrite(user: NewcomerUser, id: string): SideWrite {
  const { username, phone, email, firstName, lastName, passwordHash } = user;
  return {
    text: `insert into shop."user" (id, username, phone, email, first_name, last_name, password_hash)
           values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [id, username, phone, email, firstName, lastName, passwordHash],
  };
}

function productCommand({ network, status, note, packages, id, fingerprint }: NewcomerProduct): Command {
  const facts = {
    network,
    status,
    note: note ?? defaultNote(network),
    image: null,
    packages: packages.map((item) => ({ id: randomUUID(), ...item })),
  };
  const intent = { product: randomUUID(), facts };
  return makeCommand({ type: "create_product", intent, id, fingerprint, actor: system });
}

/** Whether this run added it, and no other one that ran at the same time. */
async function add(
  writer: Writer,
  { file, line }: { file: string; line: number },
  command: Command,
  sideWrites: SideWrite[],
  { refused }: Moved,
  user?: string,
): Promise<boolean> {
  const outcome = await writer.submit(command, { sideWrites }).catch((error: unknown): Outcome => {
    const code = takenCode(error);
    if (code === undefined) throw error;
    return { accepted: false, rejection: { code } };
  });
  if (!outcome.accepted) {
    refused.push({ file, line, column: undefined, reason: rejectionText(outcome.rejection) });
    return false;
  }
  const [event] = outcome.events;
  return user === undefined || (event?.type === "user_registered" && idOfStream(event.stream) === user);
}
