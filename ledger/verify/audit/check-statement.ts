/** Checks a statement's file against itself and a head that the shop published. */
import { canonicalEvent, hashText } from "../../log/hash.ts";
import type { LedgerEvent } from "#ledger/core/events.ts";
import { z } from "zod";
import type { PublishedHead } from "#contract/terms/merkle.ts";
import { isConsistent, isIncluded, leafOf } from "./merkle.ts";
import { statement_format, type StatementHead } from "./statement-file.ts";

/** A number of the file's movements, and the balance after them in pesewas. */
interface Sum {
  movements: number;
  balance: number;
}

export interface StatementReport extends Sum {
  user: string;
  /** The head of the file's proofs. */
  head: StatementHead["head"];
  /** What the given head proves; undefined if no head was given. */
  proven: Sum | undefined;
}

/** The file is not a valid statement. */
export class StatementRefused extends Error {
  override name = "StatementRefused";
}

/** The given text is not a head that can prove or disprove the file. */
export class HeadUnfit extends Error {
  override name = "HeadUnfit";
}

/** @throws HeadUnfit if the given hash is not a root. @throws StatementRefused with the error and its line. */
export async function checkStatement(
  lines: AsyncIterable<string>,
  given?: PublishedHead,
): Promise<StatementReport> {
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
    proven: given && provenBy(head, walk, given),
  };
}

function provenBy({ head, sent }: StatementHead, walk: Walk, given: PublishedHead): Sum {
  const { movements, balance } = walk;
  // The chain's hash does not contain the tree: checking the file's paths by it would need the whole log.
  const isLine = given.hash !== undefined;
  if (!isLine && (given.root === head.hash || given.root === sent?.hash))
    throw new HeadUnfit(
      "by the file's own words this is the hash of the chain's head, which says nothing about a single wallet: give the whole line of that day, or its last word, the root",
    );
  if (given.root === head.root) {
    requireSame(head, given);
    return { movements, balance };
  }
  if (!sent || given.root !== sent.root)
    throw new StatementRefused(
      "the head that was given is neither the file's nor the last one that was sent out before it: take a new file, or another day's head",
    );
  requireSame(sent, given);
  const first = { size: sent.position, root: Buffer.from(sent.root, "hex") };
  const second = { size: head.position, root: Buffer.from(head.root, "hex") };
  if (
    !isConsistent(
      first,
      second,
      sent.proof.map((node) => Buffer.from(node, "hex")),
    )
  )
    throw new StatementRefused("the file's tree does not begin with the one whose head was given");
  return walk.untilSent;
}

/** Undefined if the event is nested too deeply to be written. */
function canonicalOrNot(event: z.infer<typeof eventSchema>): string | undefined {
  try {
    // It is a wallet's movement.
    return canonicalEvent({ ...event, house: null } as unknown as LedgerEvent);
  } catch {
    return undefined;
  }
}

/** A root does not fix the length of its log: a file could claim another length, up to the next power of two. */
function requireSame(head: { position: number; hash: string }, given: PublishedHead): void {
  const { position = head.position, hash = head.hash } = given;
  if (position !== head.position || hash !== head.hash)
    throw new StatementRefused("the file says another position or hash of the head that was given");
}

/** Checks each movement: its hash, its place in the tree, its number, and the balance after it. */
class Walk {
  movements = 0;
  balance = 0;
  /** Up to the head that was published before the file's. */
  untilSent: Sum = { movements: 0, balance: 0 };
  readonly #head: StatementHead;
  #position = 0;

  constructor(head: StatementHead) {
    this.#head = head;
  }

  step({ event: text, previous, hash, path }: z.infer<typeof lineSchema>, number: number): void {
    const refuse = (why: string) => new StatementRefused(`line ${number}: ${why}`);
    const event = parse(eventSchema, text, number);
    if (canonicalOrNot(event) !== text) throw refuse("the event is not in its canonical form");
    if (hashText(previous, text) !== hash) throw refuse("the event is not the one that was hashed");
    if (event.wallet !== this.#head.user) throw refuse("the movement is another wallet's");
    if (event.position <= this.#position) throw refuse("the movements are not in order");
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
    this.#position = event.position;
    this.movements = movement;
    this.balance = event.balance_after;
    if (event.position <= (this.#head.sent?.position ?? 0))
      this.untilSent = { movements: movement, balance: this.balance };
  }
}

function parse<S extends z.ZodType>(schema: S, text: string, number: number): z.infer<S> {
  const refuse = (why: string) => new StatementRefused(`line ${number} is not one of a statement: ${why}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse("it is no JSON");
  }
  const { data, error } = schema.safeParse(value);
  if (data !== undefined) return data;
  // zod's message would quote the file, which may contain control characters for a terminal.
  const [issue] = error?.issues ?? [];
  const place = issue?.path.join(".") ?? "";
  throw refuse(place === "" ? "it has other fields" : `its ${place} is not what it must be`);
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
