/** For tests and benchmarks: a long log without a database. The rules decide it in memory, as the writer would. */
import { randomUUID } from "node:crypto";
import type { Command, CommandType, Intents } from "../../decide/command.ts";
import { decide, needsOf } from "../../decide/decide.ts";
import { Changes } from "#ledger/core/changes.ts";
import { evolve } from "#ledger/core/evolve/evolve.ts";
import { seal } from "#ledger/core/seal.ts";
import { emptyState, type Loaded, type State } from "#ledger/core/state.ts";
import { canonicalEvent, genesis, hashText } from "../hash.ts";
import type { LoggedEvent } from "../../tables/logged-event.ts";
import { command, mtn, offers } from "./shop.ts";

/** Orders that wait to be processed, and as many that wait to be decided. */
const open_orders = 300;
/** 12 events a minute, so days fill as a shop's do. */
const between_events_ms = 5000;

export class MadeLog {
  readonly state: State = emptyState();
  hash = genesis.toString("hex");
  #events: LoggedEvent[] = [];
  readonly #admin = randomUUID();
  readonly #customers: string[];
  readonly #placed: number[] = [];
  readonly #processed: number[] = [];
  #next = 0;

  constructor(customers: number) {
    this.#customers = Array.from({ length: customers }, () => randomUUID());
    this.#submit("register_user", { user: this.#admin, level: "Admin" });
    this.#submit("create_product", { product: "mtn", facts: mtn });
    for (const user of this.#customers) {
      this.#submit("register_user", { user, level: "Customer" });
      this.#submit("correct_balance", { user, amount: 1_000_000_00, reason: "opening", corrects: null });
    }
  }

  /** The log's next events: so many or a few more. */
  nextEvents(events: number): LoggedEvent[] {
    while (this.#events.length < events) this.#trade();
    const taken = this.#events;
    this.#events = [];
    return taken;
  }

  /** Of ten orders nine are completed and one is rejected; every fifth brings a top-up. */
  #trade(): void {
    const index = this.#next++;
    const user = this.#customers[index % this.#customers.length] ?? "";
    const item = { network: mtn.network, offer: offers[index % offers.length] ?? "" };
    const purchase = { package: item, expected_price: null, receiver: "0244123456", form: null };
    this.#submit("place_order", purchase, user);
    this.#placed.push(this.state.orders_placed);
    if (index % 5 === 0) this.#topUp(user, 10_001 + index);
    if (this.#placed.length > open_orders) {
      const order = this.#placed.shift() ?? 0;
      this.#submit("process_order", { order }, this.#admin);
      this.#processed.push(order);
    }
    if (this.#processed.length > open_orders) this.#decideOrder(this.#processed.shift() ?? 0);
  }

  #topUp(user: string, topup: number): void {
    const asked = { topup, amount: 100_00, purpose: "topup", momo_transaction_id: `${topup}` } as const;
    this.#submit("request_topup", asked, user);
    this.#submit("approve_topup", { topup }, this.#admin);
    this.state.topups.rows.delete(topup);
    this.state.entries.rows.delete(this.state.position);
  }

  #decideOrder(order: number): void {
    const { orders, entries } = this.state;
    const charged = orders.get(order)?.charged_at ?? 0;
    if (order % 10 === 0) this.#submit("reject_order", { order, reason: "out of bundles" }, this.#admin);
    else this.#submit("complete_order", { order }, this.#admin);
    // Nobody will ask for it again.
    orders.rows.delete(order);
    for (const position of [charged, this.state.position]) entries.rows.delete(position);
  }

  #submit<T extends CommandType>(type: T, intent: Intents[T], actor?: string): void {
    const { state } = this;
    const made: Command = command(type, intent, actor);
    fillNeeds(state, made);
    const time_ms = Date.UTC(2024, 0, 1) + state.position * between_events_ms;
    state.now = `${new Date(time_ms).toISOString().slice(0, -1)}000Z`;
    const decision = decide(made, state);
    if (decision.rejection) throw new Error(`${type} was refused: ${decision.rejection.code}`);
    for (const draft of decision.drafts) {
      const event = seal(draft, made, state.now, state);
      evolve(state, event, new Changes());
      this.hash = hashText(this.hash, canonicalEvent(event));
      this.#events.push({ ...event, hash: this.hash });
    }
  }
}

/** Everything is in memory: a row that is not there does not exist. */
function fillNeeds(state: State, made: Command): void {
  const needs = needsOf(made, state);
  const fill = <K>(loaded: Loaded<K, unknown>, keys: K[] = []) => {
    for (const key of keys) if (!loaded.has(key)) loaded.set(key, null);
  };
  fill(state.accounts, needs.accounts);
  fill(state.wallets, needs.wallets);
  fill(state.orders, needs.orders);
  fill(state.topups, needs.topups);
  fill(state.payments, needs.payments);
  fill(state.fulfilments, needs.fulfilments);
  fill(state.agent_shops, needs.agent_shops);
  fill(state.entries, needs.entries);
  fill(state.pending_topups, needs.pending_topups);
}
