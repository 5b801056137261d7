/**
 * The names of people who were read lately, each with the position of the account that they were read beside. Every change
 * of a person is an event of their account, written in the same transaction: while the account's position
 * is the same, so are the names, whoever changes them in whichever process.
 */
import type { Account } from "#ledger/decide/state.ts";

export interface Person {
  user: string;
  username: string;
  phone: string;
  email: string;
  first_name: string;
  last_name: string;
  /** Of the account. */
  position: number;
}

const kept_max = 20_000;

export class People {
  readonly #kept = new Map<string, Person>();

  /** The one whose account this is; undefined if they are not known as they are at its position. */
  find({ user, position }: Account): Person | undefined {
    const person = this.#kept.get(user);
    return person?.position === position ? person : undefined;
  }

  /** What was read last may have been read before what was heard last. */
  learn(person: Person): void {
    const known = this.#kept.get(person.user);
    if (known && known.position >= person.position) return;
    // Out and in again: those who were heard of longest ago are forgotten first.
    this.#kept.delete(person.user);
    this.#kept.set(person.user, person);
    if (this.#kept.size <= kept_max) return;
    for (const oldest of this.#kept.keys()) {
      this.#kept.delete(oldest);
      break;
    }
  }
}
