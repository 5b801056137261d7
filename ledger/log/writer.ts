/**
 * Every append of a process goes through its writer. Waiting commands are gathered into a batch, decided in memory one
 * after the other, and written with one statement. While that one commits, the next batch gathers.
 *
 * Usually without the lock: decide on the state after the last batch and write at once, in one round trip. Rows that are not
 * in memory are read before, in another one. The statement compares the head's hash and takes everything back if another
 * process has written meanwhile (see moveHead); a command that was answered before violates the primary key of
 * ledger.command. In both cases the batch is written again, locked.
 * Locked if that is needed: lock the head, look up which commands are known, apply what another process has written, load
 * missing rows. Then the same as without the lock. Lock and load are separate statements: in one statement, the load would
 * read the snapshot from before the wait for the lock.
 * Side writes go out with the batch, in a transaction that locks the head first: a side write that waits for another
 * process's row then never holds a row that this process needs before it can move the head.
 *
 * Measured (lab/bench/results/ledger.txt): with 64 in flight 3.3 times pgbench with one transaction per purchase, and 7 times
 * that with NOTIFY in each; with one in flight 0.6 of it. At 64, this process is busy for a quarter to two fifths of one
 * core, hashing at 0.7 µs an event (2.1 with createHash), and waits for the database the rest of the time.
 */
import { preparedName } from "../connect/prepared-name.ts";
import pg from "pg";
import type { Command } from "../decide/command.ts";
import { needsOf } from "../decide/decide.ts";
import type { LedgerEvent } from "#ledger/core/events.ts";
import { emptyState, rowKinds, type State } from "#ledger/core/state.ts";
import { type CommandRow, type Head, isOvertaken } from "./append.ts";
import { type Candidate, type DecidedBatch, decideBatch, type Outcome, type Written } from "./batch.ts";
import type { RejectionCode } from "#contract/terms/rejections.ts";
import { isBusy, isConnectionLost, isOutOfResources, LedgerUnavailable } from "../connect/errors.ts";
import { isEmpty, loadCommon, loadMissing, type Missing, missingFrom } from "./load.ts";
import { applyOtherWriters } from "./other-writers.ts";
import { eventColumns, type LoggedEvent } from "../tables/logged-event.ts";
import { join } from "../tables/statement.ts";
import { WriterConnection } from "./writer-connection.ts";

/** A write to ordinary tables in the transaction of a command: it happens if the command is accepted. */
export interface SideWrite {
  text: string;
  values: unknown[];
  /** Not yet while the command waits for another admin. */
  isOfDone?: true;
}

/**
 * Commands that were submitted one after the other and have to be decided in this order. When one of them gets no answer,
 * those after it get none either: if they were decided, a retry of the first would come too late for its turn.
 */
export interface Series {
  isBroken: boolean;
}

export interface SubmitOptions {
  /** The id came from the caller, who may send it again: keep refusals too. */
  remember?: boolean;
  /** The refusals that are not kept. */
  exceptFor?: readonly RejectionCode[] | undefined;
  sideWrites?: SideWrite[];
  series?: Series | undefined;
}

export interface WriterOptions {
  /** Under a role that can insert into the log and not change it. */
  url: string;
  /** ms since 1970. The demo shop's history has a clock of its own. */
  clock?: (command: Command) => number;
  /** How long a command waits for a lost database before it is refused; 15 s unless given. */
  patience_ms?: number;
  /** Called after each commit. */
  onCommit?: (commit: Commit) => void;
}

export interface Commit {
  /** The head's position after it. */
  position: number;
  events: LoggedEvent[];
  written: Written;
  commands: number;
  /** From deciding the commands to the database's answer. */
  took_ms: number;
}

interface Pending extends Candidate {
  sideWrites: SideWrite[];
  series: Series | undefined;
  expires_ms: number;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

interface Batch {
  items: Pending[];
  isLocked: boolean;
  done: Promise<unknown>;
}

/** What a batch is decided on. */
interface Basis {
  client: pg.Client;
  from: Head;
  known: Map<string, CommandRow>;
}

/** More would only make the first command wait longer; throughput is flat from 256 on. */
const batch_commands_max = 512;
/** Two: the next batch is decided and sent while the one before commits. */
const in_flight_max = 2;
/** With more waiting, the database cannot keep up: refusing at once is better than a long wait. */
const queue_max = 20_000;
const patience_ms_default = 15_000;
/** After another process has written, this many batches are locked. */
const locked_batches_after_contention = 50;
/** Rows of each kind that are kept between batches. */
const rows_kept_max = 50_000;

export class Writer {
  readonly #options: WriterOptions;
  readonly #patience_ms: number;
  readonly #connection: WriterConnection;
  readonly #queue: Pending[] = [];
  /** Batches that are written again, locked, before what is in the queue. */
  readonly #again: Pending[][] = [];
  readonly #sent: Batch[] = [];
  /** The next batch leaves when it has this many commands, or when the one before it has been committed. */
  #gathering = { commands: 1, isEnough: () => {} };
  #working: Promise<void> | undefined;
  #state: State = emptyState();
  /** Undefined: #state has to be loaded again. */
  #head: Head | undefined;
  #lockedBatches = 0;
  #closed = false;
  /** When a batch was last answered, or the first waiting command came, by performance.now(). */
  #progress_ms = 0;
  #isAway = false;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#patience_ms = options.patience_ms ?? patience_ms_default;
    this.#connection = new WriterConnection(options.url);
  }

  /**
   * Appends what the command decides, exactly once per command id. Commands are decided in the order of submission.
   * @throws LedgerUnavailable if the outcome could not be learned in time: retry under the same id.
   * @throws pg.DatabaseError if a side write was refused; then nothing was changed.
   */
  submit(
    command: Command,
    { remember = false, exceptFor, sideWrites = [], series }: SubmitOptions = {},
  ): Promise<Outcome> {
    if (this.#closed) return Promise.reject(new LedgerUnavailable("the writer is closing"));
    if (this.#queue.length >= queue_max)
      return Promise.reject(new LedgerUnavailable("too many commands wait"));
    return new Promise((resolve, reject) => {
      const expires_ms = Date.now() + this.#patience_ms;
      this.#queue.push({ command, remember, exceptFor, sideWrites, series, expires_ms, resolve, reject });
      if (this.#queue.length >= this.#gathering.commands) this.#gathering.isEnough();
      this.#working ??= this.#begin();
    });
  }

  /** Connects and loads, so that the first command need not wait for it. Call it before any submit. */
  async start(): Promise<void> {
    await this.#attempt([]);
  }

  /** The highest position that was sent to the database, whether or not its commit has been confirmed. */
  get sent(): number {
    return this.#head?.position ?? 0;
  }

  /** The rows in memory. Only a test looks at them, and drops some, while no command is under way. */
  get state(): State {
    return this.#state;
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** How many commands wait. */
  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * False if commands have waited longer than this for an answer. If none are under way, the database is asked, and must
   * answer within this time.
   */
  async isWell(limit_ms: number): Promise<boolean> {
    if (this.#working) return performance.now() - this.#progress_ms < limit_ms;
    return this.#connection.canWrite(limit_ms);
  }

  /** Answers everything that was submitted, then disconnects. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#working;
    await this.#connection.close();
  }

  /** Waits for one turn of the event loop, which gathers requests that arrived together. */
  async #begin(): Promise<void> {
    if (!this.#isAway) this.#progress_ms = performance.now();
    await new Promise((resolve) => setImmediate(resolve));
    try {
      while (this.#queue.length + this.#again.length + this.#sent.length > 0) await this.#step();
    } finally {
      this.#working = undefined;
    }
  }

  async #step(): Promise<void> {
    const [again] = this.#again;
    if (!again && !(await this.#gather())) return this.#settleFirst();
    const taken = again ?? this.#queue.slice(0, batch_commands_max);
    const basis = again ? undefined : this.#unlockedBasis();
    const isAtOnce = basis !== undefined && isEmpty(this.#missingFor(taken));
    if (!isAtOnce && this.#sent.length > 0) return this.#settleFirst();
    if (again) this.#again.shift();
    else this.#queue.splice(0, taken.length);
    const items = withoutBroken(taken);
    if (items.length === 0) return;
    const done = this.#attempt(items, basis, isAtOnce);
    // Awaited in #settleFirst; a failure before that must not count as unhandled.
    done.catch(() => undefined);
    this.#sent.push({ items, isLocked: !basis, done });
    // A batch after one that did not move the head would not fail with it, and so be written before it.
    if (!isAtOnce || this.#head === basis.from) while (this.#sent.length > 0) await this.#settleFirst();
  }

  /**
   * True if the next batch is to be sent now, false if the oldest is to be settled first. While one commits, the next
   * gathers until it is as long. Then it is sent at once, so that the database has it when the first is done: shorter
   * batches cost more per command, and waiting for the first left both ends idle in turns.
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

  /** Undefined: the batch has to be locked. */
  #unlockedBasis(): Basis | undefined {
    const client = this.#connection.ready;
    const from = this.#head;
    return client && from && this.#lockedBatches === 0 ? { client, from, known: new Map() } : undefined;
  }

  #missingFor(items: Pending[]): Missing {
    return missingFrom(
      this.#state,
      items.map(({ command }) => needsOf(command, this.#state)),
    );
  }

  /** More than once, because what was loaded may need more (an approval). */
  async #loadRest(client: pg.Client, items: Pending[]): Promise<void> {
    for (;;) {
      const missing = this.#missingFor(items);
      if (isEmpty(missing)) return;
      (await loadMissing(client, missing))(this.#state);
    }
  }

  /** Waits for the oldest batch. If it failed, all batches after it fail too, and are written again in order. */
  async #settleFirst(): Promise<void> {
    const [first] = this.#sent;
    if (!first) return;
    try {
      await first.done;
      this.#sent.shift();
    } catch (error) {
      const [, ...later] = this.#sent.splice(0);
      await Promise.allSettled(later.map(({ done }) => done));
      this.#dropState();
      if (isOvertaken(error)) this.#lockedBatches = locked_batches_after_contention;
      const again = first.isLocked ? await this.#afterFailure(first.items, error) : [first.items];
      this.#again.unshift(...again, ...later.map(({ items }) => items));
    }
  }

  /**
   * Decides and sends before its first await, if it is given what to decide on and all rows are loaded. Rows that are read
   * without the lock may be newer than the head, which then has moved, so what was decided on them is taken back.
   */
  async #attempt(items: Pending[], unlocked?: Basis, isLoaded = false): Promise<void> {
    const started_ms = performance.now();
    if (unlocked && !isLoaded) await this.#loadRest(unlocked.client, items);
    const { client, from, known } = unlocked ?? (await this.#lockAndLoad(items));
    const decided = this.#decide(items, from, known);
    this.#head = decided.head;
    const sideWrites = items.flatMap((item, index) =>
      decided.accepted.has(index) ? writesOf(item, decided.outcomes[index]) : [],
    );
    const isOneStatement = unlocked !== undefined && sideWrites.length === 0;
    await allDone([
      ...(unlocked && !isOneStatement ? [client.query("begin"), lockHead(client)] : []),
      ...sideWrites.map(({ text, values }) => client.query({ name: preparedName(text), text, values })),
      client.query(join(decided.parts)),
      ...(isOneStatement ? [] : [client.query("commit")]),
    ]);
    if (known.size > 0) await this.#readKnown(client, decided);
    this.#answer(items, decided, started_ms);
  }

  async #lockAndLoad(items: Pending[]): Promise<Basis> {
    if (this.#lockedBatches > 0) this.#lockedBatches -= 1;
    const client = await this.#connection.open();
    const missing = this.#missingFor(items);
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
      this.#lockedBatches = locked_batches_after_contention;
      if (!(await applyOtherWriters(client, this.#state, seen, from))) {
        this.#dropState();
        (await loadCommon(client))(this.#state);
      }
    }
    common?.(this.#state);
    rows?.(this.#state);
    // Another writer's events may have emptied the state.
    await this.#loadRest(client, items);
    this.#state.position = from.position;
    this.#state.orders_placed = from.orders_placed;
    return { client, from, known };
  }

  #decide(items: Pending[], from: Head, known: Map<string, CommandRow>): DecidedBatch {
    const clock = this.#options.clock ?? Date.now;
    try {
      return decideBatch(items, this.#state, from, known, clock);
    } catch (error) {
      // It has changes that no batch has sent.
      this.#dropState();
      throw new DecisionFailed("a command of the batch could not be decided", { cause: error });
    }
  }

  /** A known command's answer is what it wrote at that time. */
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
      events: decided.events,
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
   * What of a locked batch is written again.
   * Lost connection: the batch may or may not have been committed. Writing it again under the same ids finds out.
   * Refused by the database: halve the batch until the refused command is alone.
   */
  async #afterFailure(items: Pending[], error: unknown): Promise<Pending[][]> {
    const undecided = error instanceof DecisionFailed;
    if (!undecided && (this.#connection.isLost || isConnectionLost(error) || isBusy(error))) {
      this.#isAway = true;
      this.#connection.drop(error instanceof Error ? error : new Error(String(error)));
      const now_ms = Date.now();
      const waiting = items.filter((item) => item.expires_ms > now_ms);
      for (const item of items) if (item.expires_ms <= now_ms) giveUp(item, "the database is away", error);
      if (waiting.length > 0) await this.#connection.pause();
      return [waiting];
    }
    await this.#connection.ready?.query("rollback").catch(() => undefined);
    if (isOutOfResources(error)) {
      for (const item of items) giveUp(item, "the database is full", error);
      return [];
    }
    if (items.length === 1) {
      items[0]?.reject(undecided ? error.cause : error);
      return [];
    }
    const half = Math.ceil(items.length / 2);
    return [items.slice(0, half), items.slice(half)];
  }

  #dropState(): void {
    this.#state = emptyState();
    this.#head = undefined;
  }

  /** Drops the oldest rows, so that the state stays small however long the process runs. */
  #trim(): void {
    for (const { rows } of rowKinds.map((kind) => this.#state[kind])) {
      if (rows.size <= rows_kept_max) continue;
      let excess = rows.size - rows_kept_max / 2;
      for (const key of (rows as Map<unknown, unknown>).keys()) {
        if (excess-- <= 0) break;
        (rows as Map<unknown, unknown>).delete(key);
      }
    }
  }
}

/** A defect, or text that no database can hold: the fault of one command, and not of the connection. */
class DecisionFailed extends Error {
  override name = "DecisionFailed";
}

function giveUp(item: Pending, reason: string, cause?: unknown): void {
  if (item.series) item.series.isBroken = true;
  item.reject(new LedgerUnavailable(reason, { cause }));
}

/** Gives up what follows an unanswered command of its series. */
function withoutBroken(items: Pending[]): Pending[] {
  return items.filter((item) => {
    if (!item.series?.isBroken) return true;
    giveUp(item, "an earlier command of its series got no answer");
    return false;
  });
}

async function lockHead(client: pg.Client): Promise<Head> {
  const { rows } = await client.query<Head>({
    name: "lock_head",
    text: `select position, orders_placed, recorded_at, encode(hash, 'hex') as hash, rebuilds from ledger.head for update`,
  });
  if (!rows[0]) throw new Error("ledger.head has no row");
  return rows[0];
}

async function lookUp(client: pg.Client, items: Pending[]): Promise<Map<string, CommandRow>> {
  const { rows } = await client.query<CommandRow>({
    name: "known_commands",
    text: `select id, encode(fingerprint, 'hex') as fingerprint, position, events, rejection
           from ledger.command where id = any ($1::uuid[])`,
    values: [items.map((item) => item.command.id)],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

async function readOutcome(client: pg.Client, known: CommandRow): Promise<Outcome> {
  const { rows } = await client.query<LedgerEvent>({
    name: "known_events",
    text: `select ${eventColumns} from ledger.event where position >= $1::bigint and position < $1::bigint + $2
           order by position`,
    values: [known.position, known.events],
  });
  return { accepted: true, position: rows.at(-1)?.position ?? known.position, events: rows };
}

/** Waits until every query is answered, then throws the first failure: no query may still be under way after it. */
async function allDone<T extends readonly unknown[]>(
  queries: readonly [...T],
): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(queries);
  return (await Promise.all(queries)) as { [K in keyof T]: Awaited<T[K]> };
}

function writesOf(
  { sideWrites }: Pending,
  outcome: DecidedBatch["outcomes"][number] | undefined,
): SideWrite[] {
  const isAsked =
    outcome !== undefined &&
    "accepted" in outcome &&
    outcome.accepted &&
    outcome.events[0]?.type === "approval_requested";
  return isAsked ? sideWrites.filter(({ isOfDone }) => isOfDone !== true) : sideWrites;
}
