/**
 * Reads the log from its first event, checks each event, and writes the rows that follow from it into temporary copies
 * of the projections, with the writer's own code and SQL. verify compares the copies with the tables; rebuild and import
 * put them in the tables' place.
 *
 * Memory stays flat however long the log is. At the end of each window of events, decided orders and top-ups are
 * written to the copies and leave memory; an event that changes one later loads it from there. All other rows stay in
 * memory and are written when they leave it or at the end: a wallet that was written in every window grew a chain of row
 * versions that one transaction cannot prune, 100 ms for 2,000 wallets after 2,000,000 events.
 */
import type pg from "pg";
import { declarationOf, type LedgerEvent } from "#ledger/core/events.ts";
import { Changes } from "#ledger/core/changes.ts";
import { evolve } from "#ledger/core/evolve/evolve.ts";
import { versionOf } from "#ledger/core/seal.ts";
import {
  emptyState,
  type Loaded,
  ownRow,
  type RowKind,
  rowsOfStreams,
  type State,
} from "#ledger/core/state.ts";
import { belowOf, isEmpty, loadMissing, type Missing, nothingMissing } from "../../log/load.ts";
import { projectionParts } from "../../log/projections.ts";
import type { Target } from "../../tables/tables.ts";
import { orderTransitions } from "#contract/terms/statuses.ts";
import { numberOfStream } from "#contract/terms/streams.ts";
import { Chain, dataDifferences } from "./chain.ts";
import type { Difference, Finding, LogEnd } from "./finding.ts";
import { type LogRow, parseRow, readLog, usualBatch_rows } from "./log-rows.ts";
import { createShadow } from "./shadow.ts";

export interface Replayed {
  /** The first broken event; the replay stopped there. */
  finding: Finding | undefined;
  head: LogEnd;
  /** Accepted commands. */
  commands: number;
}

/** Kinds of rows of which only some are in memory. */
const kinds = [...Object.values(rowsOfStreams), "entries" as const];
type Kind = (typeof kinds)[number];

/** The replay awaits it, so it can slow the replay down. */
export type OnProgress = (position: number) => void | Promise<void>;

/** Needs an open transaction in UTC on a client from connect.ts. The copies are dropped when it ends. */
export async function replayLog(
  client: pg.ClientBase,
  onProgress: OnProgress,
  bounds: ReplayBounds = usualBounds,
): Promise<Replayed> {
  await createShadow(client);
  const replay = new Replay(client, bounds);
  for await (const rows of readLog(client, bounds.batch_rows)) {
    const finding = await replay.replayRows(rows);
    await onProgress(replay.head.position);
    if (finding) return { finding, head: replay.head, commands: replay.commands };
  }
  await replay.finish();
  return { finding: undefined, head: replay.head, commands: replay.commands };
}

/** Limits of the memory; tests make them small. */
export interface ReplayBounds {
  /** Events read at a time. */
  batch_rows: number;
  /** Events between two writes. */
  window_events: number;
  /** Windows between two writes of sums. */
  windows_summed: number;
  /** Rows of each kind kept in memory from window to window. */
  rows_kept_max: number;
}

const usualBounds: ReplayBounds = {
  batch_rows: usualBatch_rows,
  window_events: 4000,
  windows_summed: 10,
  rows_kept_max: 30_000,
};

/** The temporary copies of shadow.ts, whose sums are summed up at the end. */
const temporaryCopies: Target = { schema: "pg_temp", sums: "append" };

export class Replay {
  readonly #client: pg.ClientBase;
  readonly #bounds: ReplayBounds;
  readonly #copies: Target;
  readonly #chain: Chain;
  readonly #state: State;
  /** Rows and sums that are not written to the copies yet. */
  readonly #changes = new Changes();
  /** Orders that have no row in the copies yet. */
  readonly #placed = new Set<number>();
  #commands = 0;
  #lastCommand = "";
  #windowEvents = 0;
  #windows = 0;
  #writing: Promise<unknown> = Promise.resolve();
  /** If false, a row that is not in memory does not exist. */
  #evicted: boolean;

  /** `begun`: the end of an earlier replay into the same copies. */
  constructor(
    client: pg.ClientBase,
    bounds: ReplayBounds = usualBounds,
    copies = temporaryCopies,
    begun?: { chain: Chain; state: State },
  ) {
    this.#client = client;
    this.#bounds = bounds;
    this.#copies = copies;
    this.#chain = begun?.chain ?? new Chain();
    this.#state = begun?.state ?? emptyState();
    this.#evicted = begun !== undefined;
  }

  get head(): LogEnd {
    const { position, recorded_at, hash } = this.#chain;
    return { position, orders_placed: this.#state.orders_placed, recorded_at, hash };
  }

  /** Accepted commands: runs of events with the same command. */
  get commands(): number {
    return this.#commands;
  }

  async replayRows(rows: LogRow[]): Promise<Finding | undefined> {
    const events = rows.map(parseRow);
    await this.#load(events);
    for (let index = 0; index < rows.length; index++) {
      const [row, event] = [rows[index]!, events[index]!];
      if (typeof event === "string")
        return brokenAt(row[0], [{ what: "row", expected: "columns the ledger can write", found: event }]);
      const position = this.#chain.position + 1;
      const differences = this.#apply(event, row);
      if (differences.length > 0) return brokenAt(position, differences);
    }
    this.#windowEvents += rows.length;
    if (this.#windowEvents >= this.#bounds.window_events) await this.#endWindow();
    return undefined;
  }

  async finish(): Promise<void> {
    await this.#write(this.#changes);
    await this.#writing;
  }

  #apply(event: LedgerEvent, row: LogRow): Difference[] {
    const differences = this.#chain.next(event, row[13]);
    if (differences[0]?.what === "position") return differences;
    differences.push(...dataDifferences(event, row[4]));
    if (differences.length > 0) return differences;
    try {
      differences.push(...this.#ledgerDifferences(event));
      if (differences.length === 0) evolve(this.#state, event, this.#changes);
    } catch (error) {
      return [{ what: "event", expected: "one that the ledger can apply", found: String(error) }];
    }
    if (event.type === "order_placed") this.#placed.add(numberOfStream(event.stream));
    if (event.command_id !== this.#lastCommand) this.#commands += 1;
    this.#lastCommand = event.command_id;
    return differences;
  }

  #ledgerDifferences(event: LedgerEvent): Difference[] {
    const differences: Difference[] = [];
    const version = versionOf(event.stream, this.#state) + 1;
    if (version !== event.version)
      differences.push({ what: "version", expected: `${version}`, found: `${event.version}` });
    if (event.wallet === null || event.amount === null) return differences;
    const wallet = this.#state.wallets.get(event.wallet);
    const balance = wallet && wallet.balance + event.amount;
    if (balance !== event.balance_after) {
      const expected = balance === undefined ? "none: its wallet is not open" : String(balance);
      differences.push({ what: "balance_after", expected, found: String(event.balance_after) });
    }
    return differences;
  }

  /** Writes decided orders and top-ups, and the oldest rows if there are too many, and removes them from memory. */
  async #endWindow(): Promise<void> {
    this.#windowEvents = 0;
    const leaving = new Leaving(this.#state, this.#changes);
    for (const id of this.#changes.orders) leaving.addIfDecidedOrder(id);
    for (const id of this.#changes.topups) leaving.addIfDecidedTopup(id);
    for (const kind of kinds) leaving.addOldest(kind, this.#bounds.rows_kept_max);
    const changes = leaving.takeChanges();
    if (++this.#windows % this.#bounds.windows_summed === 0) takeSums(this.#changes, changes);
    await this.#write(changes);
    for (const id of changes.orders) this.#placed.delete(id);
    if (leaving.evict()) this.#evicted = true;
  }

  async #write(changes: Changes): Promise<void> {
    const parts = projectionParts(this.#state, changes, this.#placed, this.#copies);
    await this.#writing;
    this.#writing = Promise.all(
      parts.map((part) => this.#client.query({ text: part.sql(1), values: part.values })),
    );
    // Awaited before the next write; a failure before that must not count as unhandled.
    this.#writing.catch(() => undefined);
  }

  /** Loads the rows that these events change; null for a row that does not exist. */
  async #load(events: (LedgerEvent | string)[]): Promise<void> {
    const missing = this.#missing(events);
    if (isEmpty(missing)) return;
    await this.#writing;
    const loaded = emptyState();
    (await loadMissing(this.#client, missing, this.#copies.schema))(loaded);
    // A loaded order brings its owner's rows with it, which may be older than those in memory.
    for (const kind of kinds) addAbsent(this.#state[kind].rows, loaded[kind].rows);
  }

  #missing(events: (LedgerEvent | string)[]): Missing {
    const missing = nothingMissing();
    for (const event of events) {
      if (typeof event !== "string") lackedBy(event, this.#state, missing, !this.#evicted);
    }
    return missing;
  }
}

/** Rows that will leave memory. */
class Leaving {
  readonly #state: State;
  readonly #changes: Changes;
  readonly #keys = Object.fromEntries(kinds.map((kind) => [kind, new Set()])) as Record<
    Kind,
    Set<string | number>
  >;

  constructor(state: State, changes: Changes) {
    this.#state = state;
    this.#changes = changes;
  }

  /** Together with its charge and refund. */
  addIfDecidedOrder(id: number): void {
    const order = this.#state.orders.peek(id);
    if (!order || orderTransitions[order.status].length > 0) return;
    this.#keys.orders.add(id);
    this.#keys.entries.add(order.charged_at);
    if (order.refunded_at !== null) this.#keys.entries.add(order.refunded_at);
  }

  addIfDecidedTopup(id: number): void {
    const topup = this.#state.topups.peek(id);
    if (!topup || topup.status === "pending") return;
    this.#keys.topups.add(id);
    if (topup.credited_at !== null) this.#keys.entries.add(topup.credited_at);
  }

  /** If there are more than `kept_max` rows, the ones that entered memory first. */
  addOldest(kind: Kind, kept_max: number): void {
    const { rows } = this.#state[kind];
    const leaving = this.#keys[kind];
    if (rows.size - leaving.size <= kept_max) return;
    for (const key of rows.keys()) {
      if (rows.size - leaving.size <= kept_max / 2) break;
      leaving.add(key);
    }
  }

  /** Those of these rows that are not written to the copies yet. */
  takeChanges(): Changes {
    const taken = new Changes();
    for (const kind of kinds) {
      const changed: Set<string | number> = this.#changes[kind];
      const into = taken[kind] as Set<string | number>;
      for (const key of this.#keys[kind]) if (changed.delete(key)) into.add(key);
    }
    return taken;
  }

  /** Returns whether any row left. */
  evict(): boolean {
    let isAny = false;
    for (const kind of kinds) {
      const rows = this.#state[kind].rows as Map<string | number, unknown>;
      for (const key of this.#keys[kind]) isAny = rows.delete(key) || isAny;
    }
    return isAny;
  }
}

function takeSums(from: Changes, into: Changes): void {
  for (const [user, deltas] of from.sales) into.sales.set(user, deltas);
  into.requests.push(...from.requests);
  from.sales.clear();
  from.requests.length = 0;
}

function addAbsent(rows: Map<string | number, unknown>, loaded: Map<string | number, unknown>): void {
  for (const [key, row] of loaded) if (!rows.has(key)) rows.set(key, row);
}

function brokenAt(position: number | string, differences: Difference[]): Finding {
  return { where: `position ${position}`, differences };
}

/** Adds the rows that an event needs and memory lacks. `complete`: a row that memory lacks does not exist. */
function lackedBy(event: LedgerEvent, state: State, missing: Missing, complete: boolean): void {
  const { type, wallet } = event;
  const { opens, takesBack } = declarationOf(type) ?? {};
  const isAbsent = complete || opens === true;
  const lack = (kind: RowKind, key: string | number, isKnown: boolean) => {
    const [rows, lacked] = [state[kind] as Loaded<unknown, unknown>, missing[kind] as Set<unknown>];
    if (rows.has(key)) return;
    if (isKnown) rows.set(key, null);
    else lacked.add(key);
  };
  if (wallet !== null) lack("wallets", wallet, complete);
  const own = ownRow(event.stream);
  if (own) lack(own.kind, own.key, isAbsent);
  if (type === "payment_covered" && own?.kind === "payments") lack("topups", event.data.topup, complete);
  // What an order's refund takes back is loaded together with the order, unless that is in memory.
  const entry = takesBack?.(event, state) ?? null;
  if (entry === null) return;
  for (const at of [entry, ...belowOf(state, entry)]) lack("entries", at, complete);
}
