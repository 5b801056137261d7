/**
 * Rows that this process has just committed, taken from its writer's state, so that the feed does not have to read them
 * from the database.
 */
import type { Owner, Written } from "#ledger/log/batch.ts";
import type { OrderView } from "#ledger/orders/reads.ts";
import type { TopupView } from "#ledger/topups/reads.ts";
import type { UserView } from "#ledger/users/reads.ts";
import type { People, Person } from "../serve/people.ts";
import { topupView } from "../topups/records.ts";
import { userView } from "../users/records.ts";
import { placedView } from "../orders/records.ts";
import type { Order, OrderDetail } from "#ledger/core/rows/orders.ts";
import type { Topup } from "#ledger/core/rows/topups.ts";

/** A row with the accounts of its commit. Only these may name its owner, because other accounts may be older. */
interface Kept<Row> {
  row: Row;
  owners: Map<string, Owner>;
}

/**
 * Each row is undefined unless all of it is known at `position` or later. `position` is the one of the row's last event in
 * the run. If that event is from another process, the row from here is older.
 */
export class WrittenRun {
  readonly #people: People;
  readonly #accounts: Map<string, number>;
  readonly #orders = new Map<number, Kept<Order>>();
  readonly #details = new Map<number, OrderDetail>();
  readonly #topups = new Map<number, Kept<Topup>>();
  readonly #owners = new Map<string, Owner>();

  /** Later rows replace earlier ones. */
  constructor(people: People, accounts: Map<string, number>, written: Written[]) {
    this.#people = people;
    this.#accounts = accounts;
    for (const { orders, details, topups, owners } of written) {
      for (const row of orders) this.#orders.set(row.id, { row, owners });
      for (const detail of details) this.#details.set(detail.order, detail);
      for (const row of topups) this.#topups.set(row.id, { row, owners });
      for (const [user, owner] of owners) this.#owners.set(user, owner);
    }
  }

  order(id: number, position: number): OrderView | undefined {
    const kept = this.#orders.get(id);
    const detail = this.#details.get(id);
    if (!kept || !detail || kept.row.position < position) return undefined;
    const isJustPlaced = kept.row.position === kept.row.charged_at;
    const buyer = isJustPlaced ? this.#ownerOf(kept) : undefined;
    return buyer && placedView(kept.row, buyer, detail);
  }

  topup(id: number, position: number): TopupView | undefined {
    const kept = this.#topups.get(id);
    if (!kept || kept.row.position < position) return undefined;
    const person = this.#ownerOf(kept);
    return person && topupView(kept.row, person);
  }

  user(id: string, position: number): UserView | undefined {
    const owner = this.#owners.get(id);
    if (!owner || Math.max(owner.account.position, owner.wallet.position) < position) return undefined;
    const person = this.#personOf(owner);
    return person && userView(person, owner);
  }

  /** What is known of whom the row belongs to: the account as the ledger has it, and the person. */
  #ownerOf({ row, owners }: Kept<Order | Topup>): (Owner["account"] & Person) | undefined {
    const owner = owners.get(row.user);
    const person = owner && this.#personOf(owner);
    return person && { ...owner.account, ...person };
  }

  /** Not with a name that changes later in the run, because a read would return the new name. */
  #personOf({ account }: Owner): Person | undefined {
    if (account.position < (this.#accounts.get(account.user) ?? 0)) return undefined;
    return this.#people.find(account);
  }
}
