/**
 * A cache of people's names, each with the position of the account at which they were read. Every change of a name is an
 * event of the account in the same transaction. So while the account's position is the same, the names are current,
 * whichever process changes them.
 */

import type { Account } from "#ledger/core/rows/users.ts";
export interface Person {
  user: string;
  username: string;
  phone: string;
  email: string;
  first_name: string;
  last_name: string;
  /** The position of the account. */
  position: number;
}

const kept_max = 20_000;

export class People {
  readonly #kept = new Map<string, Person>();

  /** The person of this account; undefined if the cache does not have them at the account's position. */
  find({ user, position }: Account): Person | undefined {
    const person = this.#kept.get(user);
    return person?.position === position ? person : undefined;
  }

  /** A row that arrives later may have been read earlier, so the higher position wins. */
  keep(person: Person): void {
    const known = this.#kept.get(person.user);
    if (known && known.position >= person.position) return;
    // Deleted and inserted again, so that the least recently kept entries are evicted first.
    this.#kept.delete(person.user);
    this.#kept.set(person.user, person);
    if (this.#kept.size <= kept_max) return;
    for (const oldest of this.#kept.keys()) {
      this.#kept.delete(oldest);
      break;
    }
  }
}
