/**
 * Reads the log from its first event, checks each, and evolves the rows that follow from it into temporary copies of
 * the projections: with the code and the SQL that the writer uses, on the rows it keeps in memory. verify compares
 * the copies, rebuild and import take them over.
 *
 * Memory stays flat whatever the log's length: rows that were not touched lately go to the copies and come back from
 * there. Rows are written when a window of events is over, so an order that was placed, processed and completed
 * within it is written once.
 */
import type pg from "pg";
import type { LedgerEvent } from "#ledger/decide/events.ts";
import { Changes } from "#ledger/decide/evolve/changes.ts";
import { evolve } from "#ledger/decide/evolve/evolve.ts";
import { versionOf } from "#ledger/decide/seal.ts";
import { idOfStream, kindOfStream, numberOfStream, type Stream } from "#ledger/terms/streams.ts";
import { emptyState, type Loaded, type State } from "#ledger/decide/state.ts";
import { belowOf, isEmpty, loadMissing, type Missing, nothingMissing } from "../../write/load.ts";
import { projectionParts } from "../../write/projections.ts";
import type { Target } from "../../write/tables.ts";
import { Chain, dataDifferences } from "./chain.ts";
import type { Difference, Finding } from "./finding.ts";
import type { LogEnd } from "./head.ts";
import { type LogRow, parseRow, readLog, usualBatch_rows } from "./log-rows.ts";
import { createShadow } from "./shadow.ts";

export interface Replayed {
  /** The first event that is not what it must be; the replay ended there. */
  finding: Finding | undefined;
  head: LogEnd;
}

/** May hold up the work, so that it is in nobody's way. */
export type OnProgress = (position: number) => void | Promise<void>;

/** Wants an open transaction in UTC on a client made by connect.ts; the copies go with that transaction. */
export async function replayLog(
  client: pg.ClientBase,
  onProgress: OnProgress,
  bounds: ReplayBounds = usualBounds,
): Promise<Replayed> {
  await createShadow(client);
  const replay = new Replay(client, bounds);
  for await (const rows of readLog(client, bounds.batch_rows)) {
    const finding = await replay.take(rows);
    await onProgress(replay.head.position);
    if (finding) return { finding, head: replay.head };
  }
  await replay.finish();
  return { finding: undefined, head: replay.head };
}

/** What bounds the memory; tests make it small. */
export interface ReplayBounds {
  /** Events read at a time. */
  batch_rows: number;
  /** Events between two writes. */
  window_events: number;
  /** Rows of each kind kept in memory from window to window. */
  rows_kept_max: number;
}

const usualBounds: ReplayBounds = {
  batch_rows: usualBatch_rows,
  window_events: 40_000,
  rows_kept_max: 60_000,
};

/** Temporary copies, whose sums are summed up at the end: finding each sum's row took a fifth of the whole replay. */
const temporary: Target = { schema: "pg_temp", sums: "append" };

export class Replay {
  readonly #client: pg.ClientBase;
  readonly #bounds: ReplayBounds;
  readonly #copies: Target;
  readonly #chain: Chain;
  readonly #state: State;
  #changes = new Changes();
  #placed = new Set<number>();
  #windowEvents = 0;
  #writing: Promise<unknown> = Promise.resolve();
  /** Whether a row that is not in memory may be in the copies. */
  #trimmed: boolean;

  /** `begun`: where an earlier replay into the same copies ended. */
  constructor(
    client: pg.ClientBase,
    bounds: ReplayBounds = usualBounds,
    copies: Target = temporary,
    begun?: { chain: Chain; state: State },
  ) {
    this.#client = client;
    this.#bounds = bounds;
    this.#copies = copies;
    this.#chain = begun?.chain ?? new Chain();
    this.#state = begun?.state ?? emptyState();
    this.#trimmed = begun !== undefined;
  }

  get head(): LogEnd {
    const { position, recorded_at, hash } = this.#chain;
    return { position, orders_placed: this.#state.orders_placed, recorded_at, hash };
  }

  async take(rows: LogRow[]): Promise<Finding | undefined> {
    const events = rows.map(parseRow);
    await this.#load(events);
    for (const [index, row] of rows.entries()) {
      const event = events[index];
      if (event === undefined || typeof event === "string") {
        return brokenAt(row[0], [
          { what: "row", expected: "columns the ledger can write", found: `${event}` },
        ]);
      }
      const position = this.#chain.position + 1;
      const differences = this.#apply(event, row);
      if (differences.length > 0) return brokenAt(position, differences);
    }
    this.#windowEvents += rows.length;
    if (this.#windowEvents >= this.#bounds.window_events) await this.#endWindow();
    return undefined;
  }

  async finish(): Promise<void> {
    await this.#endWindow();
    await this.#writing;
  }

  #apply(event: LedgerEvent, row: LogRow): Difference[] {
    const differences = this.#chain.next(event, row[13]);
    if (differences[0]?.what === "position") return differences;
    differences.push(...dataDifferences(event, row[4]), ...this.#ledgerDifferences(event));
    if (differences.length > 0) return differences;
    if (event.type === "order_placed") this.#placed.add(numberOfStream(event.stream));
    try {
      evolve(this.#state, event, this.#changes);
    } catch (error) {
      return [{ what: "event", expected: "one that the ledger can apply", found: String(error) }];
    }
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

  async #endWindow(): Promise<void> {
    const parts = projectionParts(this.#state, this.#changes, this.#placed, this.#copies);
    this.#changes = new Changes();
    this.#placed = new Set();
    this.#windowEvents = 0;
    await this.#writing;
    this.#writing = Promise.all(
      parts.map((part) => this.#client.query({ text: part.sql(1), values: part.values })),
    );
    // Awaited at the next window's end; a failure until then must not count as unhandled.
    this.#writing.catch(() => undefined);
    const { accounts, wallets, orders, topups, approvals, entries } = this.#state;
    for (const { rows } of [accounts, wallets, orders, topups, approvals, entries]) this.#trim(rows);
  }

  #trim(rows: Map<unknown, unknown>): void {
    const { rows_kept_max } = this.#bounds;
    if (rows.size <= rows_kept_max) return;
    this.#trimmed = true;
    let excess = rows.size - rows_kept_max / 2;
    for (const key of rows.keys()) {
      if (excess-- <= 0) break;
      rows.delete(key);
    }
  }

  /** Has the rows that these events change in memory: null where there are none. */
  async #load(events: (LedgerEvent | string)[]): Promise<void> {
    if (isEmpty(this.#missing(events))) return;
    // What is loaded brings its owner's rows too, which must not be older than the ones in memory.
    await this.#endWindow();
    await this.#writing;
    (await loadMissing(this.#client, this.#missing(events), this.#copies.schema))(this.#state);
  }

  #missing(events: (LedgerEvent | string)[]): Missing {
    const missing = nothingMissing();
    for (const event of events) {
      if (typeof event !== "string") lackedBy(event, this.#state, missing, !this.#trimmed);
    }
    return missing;
  }
}

function brokenAt(position: number | string, differences: Difference[]): Finding {
  return { where: `position ${position}`, differences };
}

/** Adds what an event needs and memory lacks. If nothing was ever put away, what memory lacks does not exist. */
function lackedBy(event: LedgerEvent, state: State, missing: Missing, complete: boolean): void {
  const lack = <K>(rows: Loaded<K, unknown>, into: Set<K>, key: K, isNew = false) => {
    if (rows.has(key)) return;
    if (complete || isNew) rows.set(key, null);
    else into.add(key);
  };
  const { type, wallet } = event;
  if (wallet !== null) lack(state.wallets, missing.wallets, wallet);
  switch (kindOfStream(event.stream)) {
    case "user":
      lack(state.accounts, missing.accounts, idOf(event), type === "user_registered");
      break;
    case "wallet":
      lack(state.wallets, missing.wallets, idOf(event), type === "wallet_opened");
      break;
    case "order":
      lack(state.orders, missing.orders, Number(idOf(event)), type === "order_placed");
      break;
    case "topup":
      lack(state.topups, missing.topups, Number(idOf(event)), type === "topup_requested");
      break;
    case "approval":
      lack(state.approvals, missing.approvals, idOf(event), type === "approval_requested");
      break;
    // All products and the settings are always in memory.
    case "product":
    case "settings":
      break;
  }
  const entry = type === "wallet_corrected" ? event.data.corrects : chargeOf(event, state);
  if (entry === null) return;
  for (const at of [entry, ...belowOf(state, entry)]) lack(state.entries, missing.entries, at);
}

function idOf({ stream }: LedgerEvent): string {
  return idOfStream(stream as Stream<"user">);
}

/** The charge that a refund gives back, if its order is in memory. Otherwise loading the order loads it. */
function chargeOf(event: LedgerEvent, state: State): number | null {
  if (event.type !== "order_rejected") return null;
  return state.orders.peek(numberOfStream(event.stream))?.charged_at ?? null;
}
