/** Who is asking: the session and account behind an access token, kept in memory until the log says it changed. */
import type { LedgerEvent } from "#ledger/decide/events.ts";
import type { Database } from "#ledger/store/reads/database.ts";
import type { AccountStatus, Level } from "#ledger/terms/statuses.ts";

export interface Principal {
  session: string;
  user: string;
  username: string;
  phone: string;
  level: Level;
  status: AccountStatus;
}

interface Kept {
  principal: Principal;
  read_ms: number;
}

const kept_max = 20_000;
/** The log's followers tell of changes within milliseconds; this bounds the harm where they cannot. */
const kept_ms = 5000;

export class Principals {
  readonly #db: Database;
  readonly #kept = new Map<string, Kept>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Undefined where the session has ended or its user is deleted. */
  async find(session: string): Promise<Principal | undefined> {
    const kept = this.#kept.get(session);
    if (kept && Date.now() - kept.read_ms < kept_ms) return kept.principal;
    const read_ms = Date.now();
    const row = await this.#db
      .selectFrom("shop.session as s")
      .innerJoin("shop.user as u", "u.id", "s.user_id")
      .innerJoin("ledger.account as a", "a.user_id", "s.user_id")
      .select(["s.id as session", "s.user_id as user", "u.username", "u.phone", "a.level", "a.status"])
      .where("s.id", "=", session)
      .where("s.ended_at", "is", null)
      .where("s.expires_at", ">", new Date(read_ms).toISOString())
      .where("a.deleted", "=", false)
      .executeTakeFirst();
    this.#kept.delete(session);
    if (!row) return undefined;
    const principal = row as Principal;
    if (this.#kept.size >= kept_max) this.#kept.clear();
    this.#kept.set(session, { principal, read_ms });
    return principal;
  }

  /** This session has just ended here: no need to wait for the log to say so. */
  forget(session: string): void {
    this.#kept.delete(session);
  }

  /** All of this user's sessions have just ended here. */
  forgetUser(user: string): void {
    for (const [session, { principal }] of this.#kept)
      if (principal.user === user) this.#kept.delete(session);
  }

  /** Forgets whom these events are about. */
  follow(events: LedgerEvent[]): void {
    const users = new Set(
      events.filter((event) => event.stream.startsWith("user/")).map((event) => event.stream.slice(5)),
    );
    if (users.size === 0) return;
    for (const [session, { principal }] of this.#kept)
      if (users.has(principal.user)) this.#kept.delete(session);
  }
}
