/** Decides a batch of commands in memory, one after the other. Each sees what those before it did. */
import { decide } from "../decide/decide.ts";
import type { Command } from "../decide/command.ts";
import type { LedgerEvent } from "#ledger/core/events.ts";
import { Changes } from "#ledger/core/changes.ts";
import { evolve } from "#ledger/core/evolve/evolve.ts";
import type { Order, OrderDetail } from "#ledger/core/rows/orders.ts";
import type { Topup } from "#ledger/core/rows/topups.ts";
import type { Account } from "#ledger/core/rows/users.ts";
import type { Wallet } from "#ledger/core/rows/wallets.ts";
import { seal } from "#ledger/core/seal.ts";
import type { Loaded, State } from "#ledger/core/state.ts";
import type { Rejection, RejectionCode } from "#contract/terms/rejections.ts";
import {
  type CommandRow,
  type Head,
  insertCommands,
  insertEvents,
  insertOrderDetails,
  moveHead,
} from "./append.ts";
import { canonicalEvent, hashText } from "./hash.ts";
import type { LoggedEvent } from "../tables/logged-event.ts";
import { projectionParts } from "./projections.ts";
import type { Part } from "../tables/statement.ts";
import { ledgerTarget } from "../tables/tables.ts";

/** The answer to a command: what it wrote, or why it was refused. */
export type Outcome =
  | { accepted: true; position: number; events: LedgerEvent[]; owner?: Owner }
  | { accepted: false; rejection: Rejection };

/** The rows of one user, both as of the same position. */
export interface Owner {
  account: Account;
  wallet: Wallet;
}

/**
 * The rows that a batch changed, as its last event left them. They are the state's own rows, which are replaced and never
 * changed. `owners`: the users whose account, wallet or top-ups it changed.
 */
export interface Written {
  orders: Order[];
  /** Of the orders that it placed. */
  details: OrderDetail[];
  topups: Topup[];
  owners: Map<string, Owner>;
}

export interface Candidate {
  command: Command;
  /** Keep a refusal as the answer to a retry. Needless if the id was generated for this one call. */
  remember: boolean;
  /** The refusals that are not kept: a retry is decided again. */
  exceptFor?: readonly RejectionCode[] | undefined;
}

export interface DecidedBatch {
  /** In the candidates' order. A known command's events are still to be read. */
  outcomes: (Outcome | CommandRow)[];
  /** Indexes of the candidates that were accepted here: neither known ones nor repetitions within the batch. */
  accepted: Set<number>;
  events: LoggedEvent[];
  head: Head;
  parts: Part[];
  written: Written;
}

export function decideBatch(
  candidates: Candidate[],
  state: State,
  head: Head,
  known: Map<string, CommandRow>,
  nowFor: (command: Command) => number,
): DecidedBatch {
  const batch = new BatchBuilder(state, head);
  const accepted = new Set<number>();
  const outcomes = candidates.map((candidate, index): Outcome | CommandRow => {
    const { command } = candidate;
    const before = known.get(command.id);
    if (before) {
      return before.fingerprint === command.fingerprint ? before : refuse({ code: "key_reused" });
    }
    const earlier = batch.answered.get(command.id);
    if (earlier) {
      return earlier.fingerprint === command.fingerprint ? earlier.outcome : refuse({ code: "key_reused" });
    }
    const outcome = batch.answer(candidate, nowFor(command));
    if (outcome.accepted) accepted.add(index);
    return outcome;
  });
  return {
    outcomes,
    accepted,
    events: batch.events,
    head: batch.head,
    parts: batch.parts(),
    written: batch.written(),
  };
}

class BatchBuilder {
  readonly answered = new Map<string, { fingerprint: string; outcome: Outcome }>();
  readonly events: LoggedEvent[] = [];
  head: Head;
  readonly #state: State;
  readonly #from: Head;
  readonly #changes = new Changes();
  readonly #commands: CommandRow[] = [];
  readonly #details: OrderDetail[] = [];
  readonly #placed = new Set<number>();
  readonly #unkept: string[] = [];

  constructor(state: State, head: Head) {
    this.#state = state;
    this.#from = head;
    this.head = head;
  }

  answer({ command, remember, exceptFor }: Candidate, now_ms: number): Outcome {
    const recorded_at = this.#moment(now_ms);
    this.#state.now = recorded_at;
    const decision = decide(command, this.#state);
    let outcome: Outcome;
    if (decision.rejection) {
      outcome = refuse(decision.rejection);
      if (remember && exceptFor?.includes(decision.rejection.code) !== true)
        this.#record(command, this.head.position, 0, decision.rejection);
      else this.#unkept.push(command.id);
    } else {
      const first = this.head.position + 1;
      this.#details.push(...decision.details);
      for (const { order } of decision.details) this.#placed.add(order);
      const events = decision.drafts.map((draft) =>
        this.#append(seal(draft, command, recorded_at, this.#state)),
      );
      this.#record(command, first, events.length, null);
      outcome = { accepted: true, position: this.head.position, events, ...this.#ownerOf(events) };
    }
    this.answered.set(command.id, { fingerprint: command.fingerprint, outcome });
    return outcome;
  }

  parts(): Part[] {
    return [
      ...(this.events.length ? [insertEvents(this.events)] : []),
      ...(this.#commands.length ? [insertCommands(this.#commands)] : []),
      ...(this.#details.length ? [insertOrderDetails(this.#details)] : []),
      ...projectionParts(this.#state, this.#changes, this.#placed, ledgerTarget),
      ...moveHead(this.#from, this.head, this.#unkept),
    ];
  }

  written(): Written {
    const { orders, topups, wallets, accounts } = this.#changes;
    const changedTopups = rowsOf(this.#state.topups, topups);
    const owners = new Map<string, Owner>();
    const add = (user: string) => {
      const owner = this.#owner(user);
      if (owner) owners.set(user, owner);
    };
    for (const user of wallets) add(user);
    for (const user of accounts) add(user);
    for (const { user } of changedTopups) add(user);
    return {
      orders: rowsOf(this.#state.orders, orders),
      details: this.#details,
      topups: changedTopups,
      owners,
    };
  }

  #append(event: LedgerEvent): LedgerEvent {
    const hash = hashText(this.head.hash, canonicalEvent(event));
    evolve(this.#state, event, this.#changes);
    this.events.push({ ...event, hash });
    this.head = {
      position: event.position,
      orders_placed: this.#state.orders_placed,
      recorded_at: event.recorded_at,
      hash,
      rebuilds: this.head.rebuilds,
    };
    return event;
  }

  /** The user whose money the command moved: a purchase's answer needs no read for it. */
  #ownerOf([event]: LedgerEvent[]): { owner?: Owner } {
    const owner = typeof event?.wallet === "string" ? this.#owner(event.wallet) : undefined;
    return owner ? { owner } : {};
  }

  /** Undefined unless both rows are loaded. */
  #owner(user: string): Owner | undefined {
    const account = this.#state.accounts.rows.get(user);
    const wallet = this.#state.wallets.rows.get(user);
    return account && wallet ? { account, wallet } : undefined;
  }

  #record(command: Command, position: number, events: number, rejection: Rejection | null): void {
    this.#commands.push({ id: command.id, fingerprint: command.fingerprint, position, events, rejection });
  }

  /** Time in the log never runs backwards, even if the clocks of several processes differ. */
  #moment(now_ms: number): string {
    const now = new Date(now_ms).toISOString().replace("Z", "000Z");
    return now > this.head.recorded_at ? now : this.head.recorded_at;
  }
}

function rowsOf<K, V>({ rows }: Loaded<K, V>, keys: Set<K>): V[] {
  const list: V[] = [];
  for (const key of keys) {
    const row = rows.get(key);
    if (row) list.push(row);
  }
  return list;
}

function refuse(rejection: Rejection): Outcome {
  return { accepted: false, rejection };
}
