/** Principals: the accounts behind sessions and API keys, cached until the log shows a change. */
import { sql } from "kysely";
import type { LedgerEvent } from "#ledger/core/events.ts";
import { idOfStream, kindOfStream, type Stream } from "#contract/terms/streams.ts";
import type { Database } from "#ledger/tables/open-reads.ts";
import { People, type Person } from "./people.ts";
import { type AccountStatus, type Level, mayHaveApiKey } from "#contract/terms/statuses.ts";

/** `position`: the account's position. While it stays the same, all of this is current. */
export interface Principal extends Person {
  /** The session's id; `byKey` for a request with an API key, which is no session's id. */
  session: string;
  level: Level;
  status: AccountStatus;
  /** An admin without a second factor, in a shop that requires one. */
  lacksFactor: boolean;
  /** An admin who has changed how they sign in, and has not used their rights since. */
  hasUnusedChange: boolean;
}

export const byKey = "api key";

/** A user who may have an API key, and the counter of the valid one. */
export interface KeyHolder {
  principal: Principal;
  counter: number;
  /** When the key before it stops working, in ms since 1970. */
  previousUntil_ms: number;
}

interface Found {
  /** Undefined if there is no such user with access. */
  principal: Principal | undefined;
  counter: number;
  previousUntil_ms: number;
  /** When the session ends, in ms since 1970; infinite for a key. */
  expires_ms: number;
}

interface Kept extends Found {
  principal: Principal;
  read_ms: number;
}

const personal = ["u.username", "u.phone", "u.email", "u.first_name", "u.last_name"] as const;
const account = ["a.level", "a.status", "a.position"] as const;

const lacksFactor = sql<boolean>`a.level = 'Admin' and (select admin_factor from ledger.settings)
  and not exists (select from shop.totp t where t.user_id = a.user_id and t.confirmed_at is not null)`.as(
  "lacksFactor",
);

const hasUnusedChange = sql<boolean>`a.level = 'Admin' and u.unused_change is not null`.as("hasUnusedChange");

const nobody: Found = { principal: undefined, counter: 0, previousUntil_ms: 0, expires_ms: 0 };

const kept_max = 20_000;
/** Every change of an account is in the log, and reaches this process within milliseconds. */
const kept_ms = 60_000;
/** This limits how long an entry is used if the log cannot be followed. */
const unfollowed_ms_max = 5000;

export class Principals {
  /** All users that were read. The feed takes names from here. */
  readonly people = new People();
  readonly #db: Database;
  readonly #followed_ms: () => number;
  /** By session id, or by `byKey` and the user for the owner of an API key. */
  readonly #kept = new Map<string, Kept>();
  /** Counts invalidations: a row that was read before the last one may be outdated. */
  #forgotten = 0;

  /** `followed_ms`: the time up to which this process has followed the log, in ms since 1970. */
  constructor(db: Database, followed_ms: () => number) {
    this.#db = db;
    this.#followed_ms = followed_ms;
  }

  /** Undefined if the session has ended, except by a ban that still lasts, or if its user is deleted. */
  async find(session: string): Promise<Principal | undefined> {
    return (await this.#find(session, () => this.#readSession(session)))?.principal;
  }

  /** Undefined if there is no such user, or they may not have a key. */
  async findKeyHolder(user: string): Promise<KeyHolder | undefined> {
    return this.#find(`${byKey} ${user}`, () => this.#readKeyHolder(user));
  }

  /** Called when this process ends a session, so that it does not have to wait for the log. */
  forget(session: string): void {
    this.#forgotten += 1;
    this.#kept.delete(session);
  }

  /** Called when this process ends all sessions of a user or replaces their key. */
  forgetUser(user: string): void {
    this.#forgetAll(new Set([user]));
  }

  /** Called when this process changes what holds for all of them. */
  forgetEverybody(): void {
    this.#forgotten += 1;
    this.#kept.clear();
  }

  /** Removes the users of these events from the cache. */
  follow(events: LedgerEvent[]): void {
    if (events.some(({ type }) => type === "admin_factor_changed")) return this.forgetEverybody();
    const users = new Set(
      events
        .filter(({ stream }) => kindOfStream(stream) === "user")
        .map(({ stream }) => idOfStream(stream as Stream<"user">)),
    );
    if (users.size > 0) this.#forgetAll(users);
  }

  #forgetAll(users: ReadonlySet<string>): void {
    this.#forgotten += 1;
    for (const [name, { principal }] of this.#kept) if (users.has(principal.user)) this.#kept.delete(name);
  }

  async #find(name: string, read: () => Promise<Found>): Promise<Kept | undefined> {
    const kept = this.#kept.get(name);
    const read_ms = Date.now();
    if (kept && this.#isCurrent(kept, read_ms)) return kept;
    const forgotten = this.#forgotten;
    const { principal, ...rest } = await read();
    this.#kept.delete(name);
    if (!principal) return undefined;
    this.people.keep(principal);
    const found = { principal, ...rest, read_ms };
    // Something was invalidated during the read, perhaps this user: use the row for this request, but do not cache it.
    if (forgotten !== this.#forgotten) return found;
    if (this.#kept.size >= kept_max) this.#kept.clear();
    this.#kept.set(name, found);
    return found;
  }

  #isCurrent({ read_ms, expires_ms }: Kept, now_ms: number): boolean {
    const known_ms = Math.max(read_ms, this.#followed_ms());
    return now_ms - known_ms < unfollowed_ms_max && now_ms - read_ms < kept_ms && now_ms < expires_ms;
  }

  async #readSession(session: string): Promise<Found> {
    const row = await this.#db
      .selectFrom("shop.session as s")
      .innerJoin("shop.user as u", "u.id", "s.user_id")
      .innerJoin("ledger.account as a", "a.user_id", "s.user_id")
      .select(["s.id as session", "s.user_id as user", ...personal, ...account, "s.expires_at"])
      .select([lacksFactor, hasUnusedChange])
      .where("s.id", "=", session)
      // A ban ends all sessions. As long as it lasts, their holders are told about it.
      .where((eb) => eb.or([eb("s.ended_at", "is", null), eb("a.status", "=", "Banned")]))
      .where("s.expires_at", ">", new Date().toISOString())
      .where("a.deleted", "=", false)
      .executeTakeFirst();
    if (!row) return nobody;
    const { expires_at, ...principal } = row;
    return { ...nobody, principal: principal as Principal, expires_ms: Date.parse(expires_at) };
  }

  async #readKeyHolder(user: string): Promise<Found> {
    const row = await this.#db
      .selectFrom("ledger.account as a")
      .innerJoin("shop.user as u", "u.id", "a.user_id")
      .leftJoin("shop.api_key as k", "k.user_id", "a.user_id")
      .select([
        "a.user_id as user",
        ...personal,
        ...account,
        "k.counter",
        "k.previous_until",
        sql<boolean>`false`.as("lacksFactor"),
        sql<boolean>`false`.as("hasUnusedChange"),
      ])
      .where("a.user_id", "=", user)
      .where("a.deleted", "=", false)
      .executeTakeFirst();
    if (!row || !mayHaveApiKey(row.level as Level)) return nobody;
    const { counter, previous_until, ...holder } = row;
    const principal = { ...holder, session: byKey } as Principal;
    return {
      principal,
      counter: counter ?? 0,
      previousUntil_ms: previous_until === null ? 0 : Date.parse(previous_until),
      expires_ms: Number.POSITIVE_INFINITY,
    };
  }
}
