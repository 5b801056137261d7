/**
 * One pen, many hands: every append of a process goes through here. Commands that wait are gathered into a batch,
 * decided in memory one after the other, and written by one statement; while that one commits, the next gathers.
 *
 * Quick way: decide on the state of the last batch and write at once, in one round trip. The statement carries the
 * head's hash and takes itself back where another process has written in between (see moveHead); a command that was
 * done before breaks the primary key of ledger.command. Either sends the batch the sure way.
 * Sure way: lock the head, look up which commands are known, follow what another process has written, load what is
 * missing, decide, write. Lock and load are separate statements: in one, the load would read the snapshot from
 * before the wait for the lock.
 *
 * Measured (bench/results/ledger.txt): at 64 in flight 3.3 times pgbench's one transaction per purchase and 7 times that
 * with NOTIFY in it; alone 0.6 of it. There this process is busy for a quarter to two fifths of one core,
 * hashing at 0.7 µs an event (2.1 with createHash), and waits for the database the rest of the time.
 */
import pg from "pg";
import type { Command } from "#ledger/decide/command.ts";
import { needsOf } from "#ledger/decide/decide.ts";
import type { LedgerEvent } from "#ledger/decide/events.ts";
import { Changes, evolve } from "#ledger/decide/evolve.ts";
import { emptyState, type Needs, type State } from "#ledger/decide/state.ts";
import { type Head, moveHead } from "./append-sql.ts";
import {
  type Candidate,
  type DecidedBatch,
  decideBatch,
  type KnownCommand,
  type Outcome,
  type Written,
} from "./batch.ts";
import type { RejectionCode } from "#ledger/terms/rejections.ts";
import {
  brokenConstraint,
  isBusy,
  isConnectionLost,
  isOutOfResources,
  LedgerUnavailable,
} from "../connect/errors.ts";
import { key_constraint } from "./held-key.ts";
import {
  belowOf,
  eventColumns,
  eventsBetween,
  isEmpty,
  loadCommon,
  loadMissing,
  missingFrom,
} from "./load.ts";
import { join } from "./statement.ts";
import { WriterConnection } from "./writer-connection.ts";

/** A write to ordinary tables that stands or falls with its command. */
export interface AttachedWrite {
  text: string;
  values: unknown[];
}

export interface SubmitOptions {
  /** The id came from the caller, who may send it again: keep refusals too. */
  remember?: boolean;
  /** The one refusal that is not kept. */
  forgets?: RejectionCode | undefined;
  also?: AttachedWrite[];
}

export interface WriterOptions {
  /** Under a role that can insert into the log and not change it. */
  url: string;
  /** ms since 1970; the demo shop's history passes one that follows its own calendar. */
  clock?: (command: Command) => number;
  /** Called after each commit with what was appended. */
  onCommit?: (commit: Commit) => void;
}

export interface Commit {
  /** The head's position after it. */
  position: number;
  events: LedgerEvent[];
  written: Written;
  commands: number;
  /** From the first look at the commands to the database's answer. */
  took_ms: number;
}

interface Pending extends Candidate {
  also: AttachedWrite[];
  expires_ms: number;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

interface Sent {
  items: Pending[];
  done: Promise<unknown>;
}

/** More would only lengthen the wait of the first; measured flat from 256 on. */
const batch_commands_max = 512;
/** Two: the next batch is decided and sent while the one before commits. */
const in_flight_max = 2;
/** Beyond this the database is not keeping up, and saying so at once is kinder than a long wait. */
const queue_max = 20_000;
/** How long a command waits for a lost database before its caller hears so. */
const patience_ms = 15_000;
/** After another process was seen writing, this many batches lock first. */
const sure_batches_after_contention = 50;
/** Rows kept of each kind between batches. */
const rows_kept_max = 50_000;

export class Writer {
  readonly #options: WriterOptions;
  readonly #connection: WriterConnection;
  readonly #queue: Pending[] = [];
  #sent: Sent[] = [];
  /** What the next batch waits for beside the end of the one before. */
  #gathering = { commands: 1, isEnough: () => {} };
  #working: Promise<void> | undefined;
  #state: State = emptyState();
  /** Undefined: what is in #state cannot be trusted. */
  #head: Head | undefined;
  #sureBatches = 0;
  /** A decision broke off halfway, so #state holds what no batch has sent. */
  #doubtful = false;
  #closed = false;
  /** When a batch was last answered, or else the first of those that wait came, by performance.now(). */
  #progress_ms = 0;
  #isAway = false;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#connection = new WriterConnection(options.url);
  }

  /**
   * Appends what the command decides, exactly once per command id.
   * @throws LedgerUnavailable where the outcome could not be learned in time: retry under the same id.
   * @throws pg.DatabaseError where an attached write was refused; nothing was changed then.
   */
  submit(command: Command, { remember = false, forgets, also = [] }: SubmitOptions = {}): Promise<Outcome> {
    if (this.#closed) return Promise.reject(new LedgerUnavailable("the writer is closing"));
    if (this.#queue.length >= queue_max)
      return Promise.reject(new LedgerUnavailable("too many commands wait"));
    return new Promise((resolve, reject) => {
      const expires_ms = Date.now() + patience_ms;
      this.#queue.push({ command, remember, forgets, also, expires_ms, resolve, reject });
      if (this.#queue.length >= this.#gathering.commands) this.#gathering.isEnough();
      this.#working ??= this.#begin();
    });
  }

  /** Connects and loads before the first command, which would wait for it else. Call it before any submit. */
  async start(): Promise<void> {
    await this.#writeLocked([]);
  }

  /** The highest position that was sent to the database, whether or not its commit was heard of. */
  get sent(): number {
    return this.#head?.position ?? 0;
  }

  /** How many commands wait. */
  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * False where commands have had no answer for so long, or where the database does not answer the writer within it. Where
   * commands are under way they tell, and the database is not asked.
   */
  async isWell(limit_ms: number): Promise<boolean> {
    if (this.#working) return performance.now() - this.#progress_ms < limit_ms;
    return this.#connection.canWrite(limit_ms);
  }

  /** Answers what was submitted, then leaves. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#working;
    await this.#connection.close();
  }

  /** One turn of the event loop gathers the requests that arrived together. */
  async #begin(): Promise<void> {
    if (!this.#isAway) this.#progress_ms = performance.now();
    await new Promise((resolve) => setImmediate(resolve));
    try {
      while (this.#queue.length > 0 || this.#sent.length > 0) await this.#step();
    } finally {
      this.#working = undefined;
    }
  }

  async #step(): Promise<void> {
    if (!(await this.#gather())) return this.#settleFirst();
    const items = this.#queue.splice(0, batch_commands_max);
    if (this.#sendQuickly(items)) return;
    while (this.#sent.length > 0) await this.#settleFirst();
    if (this.#doubtful) this.#forget();
    await this.#writeSurely(items);
  }

  /**
   * True where the next batch is to be sent now, false where the oldest is to be settled first. While one commits, the next
   * gathers until it is as long: then it leaves at once, so that the database finds it when it is done with the first.
   * Shorter ones would cost more each; waiting for the first to be done left both ends idle in turns.
   */
  #gather(): Promise<boolean> | boolean {
    const [first] = this.#sent;
    if (!first) return true;
    if (this.#sent.length >= in_flight_max) return false;
    const commands = first.items.length;
    if (this.#queue.length >= commands) return true;
    return new Promise((resolve) => {
      this.#gathering = { commands, isEnough: () => resolve(true) };
      const isDone = () => resolve(false);
      first.done.then(isDone, isDone);
    });
  }

  /** Decides on what the last batch left and sends, or touches nothing and says false. */
  #sendQuickly(items: Pending[]): boolean {
    const from = this.#head;
    const client = this.#connection.ready;
    if (!from || !client || this.#sureBatches > 0 || items.some((item) => item.also.length > 0)) return false;
    if (!isEmpty(missingFrom(this.#state, needsOfAll(items, this.#state)))) return false;
    const started_ms = performance.now();
    const decided = this.#tryToDecide(items, from);
    if (!decided) return false;
    // Refusals alone prove nothing about the head, and nothing was changed: ask surely.
    if (decided.events.length === 0) return false;
    this.#head = decided.head;
    const done = client.query(join([...decided.parts, ...moveHead(from, decided.head)])).then(() => {
      this.#answer(items, decided, started_ms);
    });
    // Awaited in #settleFirst; a failure before that must not count as unhandled.
    done.catch(() => undefined);
    this.#sent.push({ items, done });
    return true;
  }

  /** Waits for the oldest batch; where it failed, all behind it fail with it and go the sure way, in order. */
  async #settleFirst(): Promise<void> {
    const first = this.#sent[0];
    if (!first) return;
    try {
      await first.done;
      this.#sent.shift();
    } catch {
      const failed = this.#sent;
      this.#sent = [];
      await Promise.allSettled(failed.map((batch) => batch.done));
      this.#forget();
      this.#sureBatches = sure_batches_after_contention;
      for (const batch of failed) await this.#writeSurely(batch.items);
    }
  }

  async #writeSurely(items: Pending[]): Promise<void> {
    if (this.#sureBatches > 0) this.#sureBatches -= 1;
    try {
      await this.#writeLocked(items);
    } catch (error) {
      this.#forget();
      await this.#afterFailure(items, error);
    }
  }

  async #writeLocked(items: Pending[]): Promise<void> {
    const started_ms = performance.now();
    const client = await this.#connection.open();
    const { from, known } = await this.#lockAndLoad(client, items);
    const decided = this.#decide(items, from, known);
    const also = items.flatMap((item, index) => (decided.accepted.has(index) ? item.also : []));
    const parts =
      decided.events.length > 0 ? [...decided.parts, ...moveHead(from, decided.head)] : decided.parts;
    await allDone([
      ...also.map((write) => client.query(write)),
      ...(parts.length > 0 ? [client.query(join(parts))] : []),
      client.query("commit"),
    ]);
    this.#head = decided.head;
    await this.#readKnown(client, decided);
    this.#answer(items, decided, started_ms);
  }

  async #lockAndLoad(
    client: pg.Client,
    items: Pending[],
  ): Promise<{ from: Head; known: Map<string, KnownCommand> }> {
    const needs = needsOfAll(items, this.#state);
    const missing = missingFrom(this.#state, needs);
    const cold = !this.#head;
    const [, from, known, common, rows] = await allDone([
      client.query("begin"),
      lockHead(client),
      lookUp(client, items),
      cold ? loadCommon(client) : undefined,
      isEmpty(missing) ? undefined : loadMissing(client, missing),
    ]);
    const seen = this.#head;
    if (seen && (seen.hash !== from.hash || seen.rebuilds !== from.rebuilds)) {
      this.#sureBatches = sure_batches_after_contention;
      if (seen.rebuilds !== from.rebuilds || !(await this.#follow(client, seen, from))) {
        this.#forget();
        (await loadCommon(client))(this.#state);
      }
    }
    common?.(this.#state);
    rows?.(this.#state);
    const still = missingFrom(this.#state, needs);
    if (!isEmpty(still)) (await loadMissing(client, still))(this.#state);
    this.#state.position = from.position;
    this.#state.orders_placed = from.orders_placed;
    return { from, known };
  }

  /** Applies what another process has written; false where loading anew is simpler. */
  async #follow(client: pg.Client, seen: Head, now: Head): Promise<boolean> {
    const events = await eventsBetween(client, seen, now.position);
    if (!events) return false;
    for (const event of events) {
      // The count of admins follows from accounts before and after, so the account must be there.
      const [kind, id = ""] = event.stream.split("/");
      const account = kind === "user" && event.type !== "user_registered";
      if (account && !this.#state.accounts.has(id)) return false;
      // Which movement a refund gives back, only its order tells; the movement may be in memory without the order.
      if (event.type === "order_rejected" && !this.#state.orders.has(Number(id))) return false;
      // What a correction corrects in turn, only it tells; that may be in memory without it.
      const corrected = event.type === "wallet_corrected" ? event.data.corrects : null;
      const below = corrected === null ? [] : [corrected, ...belowOf(this.#state, corrected)];
      if (!below.every((at) => this.#state.entries.has(at))) return false;
      evolve(this.#state, event, new Changes());
    }
    // What an order or request was before, which was not in memory, nobody can tell.
    this.#state.open.rows.clear();
    return true;
  }

  #decide(items: Pending[], from: Head, known: Map<string, KnownCommand>): DecidedBatch {
    const clock = this.#options.clock ?? Date.now;
    try {
      return decideBatch(items, this.#state, from, known, clock);
    } catch (error) {
      throw new DecisionFailed("a command of the batch could not be decided", { cause: error });
    }
  }

  /** Where deciding fails, the sure way finds out on whose account. */
  #tryToDecide(items: Pending[], from: Head): DecidedBatch | undefined {
    try {
      return this.#decide(items, from, new Map());
    } catch {
      this.#doubtful = true;
      return undefined;
    }
  }

  /** A known command's answer is what it wrote then. */
  async #readKnown(client: pg.Client, decided: DecidedBatch): Promise<void> {
    const { outcomes } = decided;
    await Promise.all(
      outcomes.map(async (outcome, index) => {
        if ("accepted" in outcome) return;
        outcomes[index] = outcome.rejection
          ? { accepted: false, rejection: outcome.rejection }
          : await readOutcome(client, outcome);
      }),
    );
  }

  #answer(items: Pending[], decided: DecidedBatch, started_ms: number): void {
    this.#isAway = false;
    this.#progress_ms = performance.now();
    this.#trim();
    this.#options.onCommit?.({
      position: decided.head.position,
      events: decided.events.map(({ event }) => event),
      written: decided.written,
      commands: items.length,
      took_ms: performance.now() - started_ms,
    });
    items.forEach((item, index) => {
      const outcome = decided.outcomes[index];
      if (outcome && "accepted" in outcome) item.resolve(outcome);
      else item.reject(new Error("a command was left without an answer"));
    });
  }

  /**
   * Lost connection: the batch may or may not have been committed; doing it again under the same ids finds out and
   * answers truly. Refused by the database: halve until the one command that it refuses stands alone.
   */
  async #afterFailure(items: Pending[], error: unknown): Promise<void> {
    const undecided = error instanceof DecisionFailed;
    if (!undecided && (this.#connection.isLost || isConnectionLost(error) || isBusy(error))) {
      this.#isAway = true;
      this.#connection.drop(error instanceof Error ? error : new Error(String(error)));
      const now_ms = Date.now();
      const waiting = items.filter((item) => item.expires_ms > now_ms);
      for (const item of items)
        if (item.expires_ms <= now_ms)
          item.reject(new LedgerUnavailable("the database is away", { cause: error }));
      if (waiting.length === 0) return;
      await this.#connection.pause();
      return this.#writeSurely(waiting);
    }
    await this.#connection.ready?.query("rollback").catch(() => undefined);
    if (isOutOfResources(error)) {
      for (const item of items) item.reject(new LedgerUnavailable("the database is full", { cause: error }));
      return;
    }
    if (items.length === 1) {
      // Its key was held since the look-up, by what takes no head's lock (held-key.ts): this time the look-up finds it.
      if (brokenConstraint(error) === key_constraint) return this.#writeSurely(items);
      items[0]?.reject(undecided ? error.cause : error);
      return;
    }
    const half = Math.ceil(items.length / 2);
    await this.#writeSurely(items.slice(0, half));
    await this.#writeSurely(items.slice(half));
  }

  #forget(): void {
    this.#doubtful = false;
    this.#state = emptyState();
    this.#head = undefined;
  }

  /** Forgets the oldest rows, so that the state stays small however long the process lives. */
  #trim(): void {
    const { accounts, wallets, orders, topups, entries } = this.#state;
    for (const { rows } of [accounts, wallets, orders, topups, entries]) {
      if (rows.size <= rows_kept_max) continue;
      let excess = rows.size - rows_kept_max / 2;
      for (const key of (rows as Map<unknown, unknown>).keys()) {
        if (excess-- <= 0) break;
        (rows as Map<unknown, unknown>).delete(key);
      }
    }
  }
}

/** A defect, or text that no database can hold: not the connection's fault, and one command's alone. */
class DecisionFailed extends Error {
  override name = "DecisionFailed";
}

function needsOfAll(items: Pending[], state: State): Needs[] {
  return items.map((item) => needsOf(item.command, state));
}

async function lockHead(client: pg.Client): Promise<Head> {
  const { rows } = await client.query<Head>({
    name: "lock_head",
    text: `select position, orders_placed, recorded_at, encode(hash, 'hex') as hash, rebuilds from ledger.head for update`,
  });
  if (!rows[0]) throw new Error("ledger.head has no row");
  return rows[0];
}

async function lookUp(client: pg.Client, items: Pending[]): Promise<Map<string, KnownCommand>> {
  const { rows } = await client.query<KnownCommand>({
    name: "known_commands",
    text: `select id, encode(fingerprint, 'hex') as fingerprint, position, events, rejection
           from ledger.command where id = any ($1::uuid[])`,
    values: [items.map((item) => item.command.id)],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

async function readOutcome(client: pg.Client, known: KnownCommand): Promise<Outcome> {
  const { rows } = await client.query<LedgerEvent>({
    name: "known_events",
    text: `select ${eventColumns} from ledger.event where position >= $1::bigint and position < $1::bigint + $2
           order by position`,
    values: [known.position, known.events],
  });
  return { accepted: true, position: rows.at(-1)?.position ?? known.position, events: rows };
}

/** Waits until every query has its answer, then throws the first failure: none may still be under way after it. */
async function allDone<T extends readonly unknown[]>(
  queries: readonly [...T],
): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(queries);
  return (await Promise.all(queries)) as { [K in keyof T]: Awaited<T[K]> };
}
