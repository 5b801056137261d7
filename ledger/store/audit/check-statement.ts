/** Checks a statement's file against nothing but itself and a head that the shop sent out. */
import { canonicalEvent, hashText } from "../hash.ts";
import type { LedgerEvent } from "#ledger/decide/events.ts";
import { z } from "zod";
import { isConsistent, isIncluded, leafOf } from "./merkle.ts";
import { statement_format, type StatementHead } from "./statement-file.ts";

export interface StatementReport {
  user: string;
  movements: number;
  /** Pesewas. */
  balance: number;
  /** The head that the file's proofs lead to. */
  head: StatementHead["head"];
  /** The head that was given: undefined where none was, else the position up to which the movements are proven by it. */
  proven: { position: number; movements: number } | undefined;
}

/** The file does not say what it proves, or proves nothing. */
export class StatementRefused extends Error {
  override name = "StatementRefused";
}

/** @throws StatementRefused with what is wrong and on which line. */
export async function checkStatement(lines: AsyncIterable<string>, root?: string): Promise<StatementReport> {
  let number = 0;
  let head: StatementHead | undefined;
  let walk: Walk | undefined;
  let end: z.infer<typeof endSchema> | undefined;
  for await (const line of lines) {
    number += 1;
    if (end) throw new StatementRefused(`line ${number} stands behind the end`);
    if (!head) {
      head = parse(headSchema, line, number);
      walk = new Walk(head);
    } else if (line.startsWith('{"movements"')) end = parse(endSchema, line, number);
    else walk?.step(parse(lineSchema, line, number), number);
  }
  if (!head || !walk) throw new StatementRefused("the file is empty");
  if (!end) throw new StatementRefused("the file was cut short: its last line is missing");
  const { movements, balance } = walk;
  if (end.movements !== movements || end.balance !== balance)
    throw new StatementRefused(
      `the last line says ${end.movements} movements and ${end.balance} pesewas, the movements say ${movements} and ${balance}`,
    );
  return {
    user: head.user,
    movements,
    balance,
    head: head.head,
    proven: root === undefined ? undefined : provenBy(head, walk, root),
  };
}

function provenBy(head: StatementHead, walk: Walk, root: string): { position: number; movements: number } {
  if (root === head.head.root) return { position: head.head.position, movements: walk.movements };
  const { sent } = head;
  if (!sent || root !== sent.root)
    throw new StatementRefused(
      "the head that was given is neither the file's nor the last one that was sent out before it: take a new file, or another day's head",
    );
  const first = { size: sent.position, root: Buffer.from(sent.root, "hex") };
  const second = { size: head.head.position, root: Buffer.from(head.head.root, "hex") };
  if (
    !isConsistent(
      first,
      second,
      sent.proof.map((node) => Buffer.from(node, "hex")),
    )
  )
    throw new StatementRefused("the file's tree does not begin with the one whose head was given");
  return { position: sent.position, movements: walk.positions.filter((at) => at <= sent.position).length };
}

/** From movement to movement: each one's hash, its place in the tree, its number, and the balance it left. */
class Walk {
  readonly positions: number[] = [];
  balance = 0;
  readonly #head: StatementHead;

  constructor(head: StatementHead) {
    this.#head = head;
  }

  get movements(): number {
    return this.positions.length;
  }

  step({ event: text, previous, hash, path }: z.infer<typeof lineSchema>, number: number): void {
    const refuse = (why: string) => new StatementRefused(`line ${number}: ${why}`);
    const event = parse(eventSchema, text, number);
    if (canonicalEvent(event as unknown as LedgerEvent) !== text)
      throw refuse("the event is not in its canonical form");
    if (hashText(previous, text) !== hash) throw refuse("the event is not the one that was hashed");
    if (event.wallet !== this.#head.user) throw refuse("the movement is another wallet's");
    if (event.position <= (this.positions.at(-1) ?? 0)) throw refuse("the movements are not in order");
    const movement = this.movements + 1;
    const { position: size, root } = this.#head.head;
    const leaf = leafOf(Buffer.from(hash, "hex"), movement);
    const nodes = path.map((node) => Buffer.from(node, "hex"));
    if (!isIncluded(leaf, event.position - 1, size, nodes, Buffer.from(root, "hex")))
      throw refuse(`the tree does not hold this event as movement ${movement} at position ${event.position}`);
    if (this.balance + event.amount !== event.balance_after)
      throw refuse(
        `the balance should be ${this.balance + event.amount} pesewas and is ${event.balance_after}`,
      );
    this.positions.push(event.position);
    this.balance = event.balance_after;
  }
}

function parse<S extends z.ZodType>(schema: S, text: string, number: number): z.infer<S> {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new StatementRefused(`line ${number} is not one of a statement: ${reason}`, { cause: error });
  }
}

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const path = z.array(hash).max(64);
const position = z.int().min(0);

const headSchema = z.strictObject({
  format: z.literal(statement_format),
  user: z.guid(),
  head: z.strictObject({ position, hash, root: hash }),
  sent: z.strictObject({ day: z.string(), position, hash, root: hash, proof: path }).nullable(),
});

const lineSchema = z.strictObject({ event: z.string(), previous: hash, hash, path });

const eventSchema = z.looseObject({
  position: z.int().min(1),
  wallet: z.guid(),
  amount: z.int(),
  balance_after: z.int().min(0),
});

const endSchema = z.strictObject({ movements: z.int(), balance: z.int() });
