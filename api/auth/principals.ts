/** Who is asking: the account behind an access token's session or an API key, kept in memory until the log says it changed. */
import type { LedgerEvent } from "#ledger/decide/events.ts";
import type { Database } from "#ledger/store/read/database.ts";
import { People, type Person } from "../records/people.ts";
import { type AccountStatus, type Level, mayHaveApiKey } from "#ledger/terms/statuses.ts";

/** `position`: the account's own; until it moves, all of this is so. */
export interface Principal extends Person {
  /** The session's id; of one who came with an API key, `byKey`, which is no session's. */
  session: string;
  level: Level;
  status: AccountStatus;
}

export const byKey = "api key";

/** Who may have an API key, and which one is valid. */
export interface KeyHolder {
  principal: Principal;
  counter: number;
}

interface Found {
  /** Undefined where nobody was found who may come in. */
  principal: Principal | undefined;
  counter: number;
  /** When the session ends, in ms since 1970; a key has no end. */
  expires_ms: number;
}

interface Kept extends Found {
  principal: Principal;
  read_ms: number;
}

const personal = ["u.username", "u.phone", "u.email", "u.first_name", "u.last_name"] as const;
const account = ["a.level", "a.status", "a.position"] as const;

const nobody: Found = { principal: undefined, counter: 0, expires_ms: 0 };

const kept_max = 20_000;
/** Whatever changes somebody is in the log, and those who follow it tell within milliseconds. */
const kept_ms = 60_000;
/** This bounds the harm where they cannot. */
const unfollowed_ms_max = 5000;

export class Principals {
  /** Everybody who was read, for the feed to name. */
  readonly people = new People();
  readonly #db: Database;
  readonly #followed_ms: () => number;
  /** By session, or by the name under which a key's owner is kept. */
  readonly #kept = new Map<string, Kept>();
  /** Counts what was forgotten: who was read before that may be known too well. */
  #forgotten = 0;

  /** `followed_ms`: the moment up to which the log is known here, in ms since 1970. */
  constructor(db: Database, followed_ms: () => number) {
    this.#db = db;
    this.#followed_ms = followed_ms;
  }

  /** Undefined where the session has ended or its user is deleted. */
  async find(session: string): Promise<Principal | undefined> {
    return (await this.#find(session, () => this.#readSession(session)))?.principal;
  }

  /** Undefined if there is no such user, or they may not have a key. */
  async findKeyHolder(user: string): Promise<KeyHolder | undefined> {
    return this.#find(`${byKey} ${user}`, () => this.#readKeyHolder(user));
  }

  /** This session has just ended here: no need to wait for the log to say so. */
  forget(session: string): void {
    this.#forgotten += 1;
    this.#kept.delete(session);
  }

  /** All of this user's sessions have just ended here, or their key was replaced. */
  forgetUser(user: string): void {
    this.#forgetAll(new Set([user]));
  }

  /** Forgets whom these events are about. */
  follow(events: LedgerEvent[]): void {
    const users = new Set(
      events.filter((event) => event.stream.startsWith("user/")).map((event) => event.stream.slice(5)),
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
    this.people.learn(principal);
    const found = { principal, ...rest, read_ms };
    // Read before somebody was to be forgotten, and perhaps about them: good for this one request, but not to be kept.
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
      .where("s.id", "=", session)
      .where("s.ended_at", "is", null)
      .where("s.expires_at", ">", new Date().toISOString())
      .where("a.deleted", "=", false)
      .executeTakeFirst();
    if (!row) return nobody;
    const { expires_at, ...principal } = row;
    return { principal: principal as Principal, counter: 0, expires_ms: Date.parse(expires_at) };
  }

  async #readKeyHolder(user: string): Promise<Found> {
    const row = await this.#db
      .selectFrom("ledger.account as a")
      .innerJoin("shop.user as u", "u.id", "a.user_id")
      .leftJoin("shop.api_key as k", "k.user_id", "a.user_id")
      .select(["a.user_id as user", ...personal, ...account, "k.counter"])
      .where("a.user_id", "=", user)
      .where("a.deleted", "=", false)
      .executeTakeFirst();
    if (!row || !mayHaveApiKey(row.level as Level)) return nobody;
    const { counter, ...holder } = row;
    const principal = { ...holder, session: byKey } as Principal;
    return { principal, counter: counter ?? 0, expires_ms: Number.POSITIVE_INFINITY };
  }
}
