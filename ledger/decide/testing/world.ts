/** For tests: a ledger in memory that decides, seals and evolves as the writer does. */
import type { Rejection } from "#contract/terms/rejections.ts";
import { hoursBefore } from "#contract/terms/dates.ts";
import { type Command, type CommandType, type Intents, makeCommand } from "../command.ts";
import { decide, needsOf } from "../decide.ts";
import type { LedgerEvent } from "#ledger/core/events.ts";
import { Changes } from "#ledger/core/changes.ts";
import { evolve } from "#ledger/core/evolve/evolve.ts";
import type { ProductFacts } from "#ledger/core/rows/products.ts";
import { seal } from "#ledger/core/seal.ts";
import { emptyState, type Loaded, type State } from "#ledger/core/state.ts";

export const admin = "00000000-0000-4000-8000-00000000000a";
export const ama = "00000000-0000-4000-8000-000000000001";
export const kofi = "00000000-0000-4000-8000-000000000002";

export const mtn: ProductFacts = {
  network: "MTNup2u",
  status: "available",
  note: "",
  image: null,
  packages: [{ id: "mtn-1", offer: "1 GB", customer: 600, agent: 550, superAgent: 500 }],
};

export function testCommand<T extends CommandType>(
  type: T,
  intent: Intents[T],
  actor: string,
  id = "00000000-0000-4000-8000-0000000000ff",
): Command {
  return makeCommand({ type, intent, actor, id, fingerprint: "00".repeat(16) });
}

export class World {
  readonly state: State = emptyState();
  readonly events: LedgerEvent[] = [];
  readonly changes = new Changes();
  /** Hours that pass before the next command. */
  hours = 0;
  #commands = 0;

  /** A second for each event. */
  now(): string {
    const second = String(this.state.position % 60).padStart(2, "0");
    return hoursBefore(`2026-11-21T10:42:${second}.000000Z`, -this.hours);
  }

  /** Submits a command; its events, or why it is refused. */
  submit<T extends CommandType>(type: T, intent: Intents[T], actor = admin): LedgerEvent[] | Rejection {
    this.#commands += 1;
    const id = `00000000-0000-4000-8001-${String(this.#commands).padStart(12, "0")}`;
    const command = testCommand(type, intent, actor, id);
    loadNeeds(command, this.state);
    this.state.now = this.now();
    const decision = decide(command, this.state);
    if (decision.rejection) return decision.rejection;
    return decision.drafts.map((draft) => {
      const event = seal(draft, command, this.now(), this.state);
      evolve(this.state, event, this.changes);
      this.events.push(event);
      return event;
    });
  }

  /** Submits what the test assumes. */
  given<T extends CommandType>(type: T, intent: Intents[T], actor = admin): this {
    const answer = this.submit(type, intent, actor);
    if (!Array.isArray(answer)) throw new Error(`${type} was refused: ${answer.code}`);
    return this;
  }

  balance(user: string): number {
    return this.state.wallets.get(user)?.balance ?? 0;
  }
}

/** An admin, two customers, one product; Ama has ¢100.00. */
export function openWorld(): World {
  return new World()
    .given("register_user", { user: admin, level: "Admin" }, "system")
    .given("register_user", { user: ama, level: "Customer" }, "system")
    .given("register_user", { user: kofi, level: "Customer" }, "system")
    .given("create_product", { product: "mtn", facts: mtn })
    .given("correct_balance", { user: ama, amount: 100_00, reason: "opening", corrects: null }, "system");
}

export const oneGigabyte: Intents["place_order"] = {
  package: { network: "MTNup2u", offer: "1 GB" },
  expected_price: null,
  receiver: "0244123456",
  form: null,
};

/** In memory everything is loaded: a row that is missing does not exist. */
export function loadNeeds(command: Command, state: State): void {
  const needs = needsOf(command, state);
  const fill = <K>(loaded: Loaded<K, unknown>, keys: K[] = []) => {
    for (const key of keys) if (!loaded.has(key)) loaded.set(key, null);
  };
  fill(state.accounts, needs.accounts);
  fill(state.wallets, needs.wallets);
  fill(state.orders, needs.orders);
  fill(state.topups, needs.topups);
  fill(state.approvals, needs.approvals);
  fill(state.payments, needs.payments);
  fill(state.fulfilments, needs.fulfilments);
  fill(state.agent_shops, needs.agent_shops);
  fill(state.withdrawals, needs.withdrawals);
  fill(state.entries, needs.entries);
  // Counted from the account's first day on.
  fill(state.alone, needs.accounts);
  fill(state.requests, needs.accounts);
  fill(state.open, needs.accounts);
  fill(state.pending_topups, needs.accounts);
  fill(state.withdrawn, needs.accounts);
}
