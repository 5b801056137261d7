/**
 * Security events: each is a log line at once, and a row for the admins' page about a second later. Nobody waits for the
 * row, so that neither a purchase nor an answer depends on it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "hono";
import type { Pool } from "pg";
import type { Logger } from "pino";
import type { SecurityKind, SecurityResult } from "#contract/security-kinds.ts";
import type { ClientAddresses } from "./client-address.ts";
import type { Principal } from "./principals.ts";
import type { Env } from "./env.ts";

export interface SecurityEvent {
  kind: SecurityKind;
  result?: SecurityResult;
  /** The id of the account that it is about; the caller's own by default. */
  user?: string | null | undefined;
  /** Why it was refused, or what was seen or changed. Never a name, a number or a secret. */
  detail?: string;
}

interface Row {
  at: string;
  kind: SecurityKind;
  result: SecurityResult;
  user: string | null;
  actor: string | null;
  address: string | null;
  detail: string;
  times: number;
}

/** A flood from many addresses. Further rows are left out; their log lines are not. */
const waiting_max = 1000;

export class SecurityEvents {
  readonly #pool: Pool;
  readonly #log: Logger;
  readonly #addresses: ClientAddresses;
  readonly #gather_ms: number;
  readonly #closing = new AbortController();
  readonly #waiting = new Map<string, Row>();
  #left = 0;
  #storing: Promise<void> | undefined;

  /** `gather_ms`: equal events within this time are one row, so that a flood of refusals does not fill the table. */
  constructor(pool: Pool, log: Logger, addresses: ClientAddresses, gather_ms: number) {
    this.#gather_ms = gather_ms;
    this.#pool = pool;
    this.#log = log;
    this.#addresses = addresses;
  }

  note(c: Context<Env>, { user, ...event }: SecurityEvent): void {
    const actor = (c.get("principal") as Principal | undefined)?.user ?? null;
    const address = this.#addresses.of(c)[0].name;
    this.#add({ ...event, user: user === undefined ? actor : user, actor, address }, c.get("requestId"));
  }

  /** What no request has caused. */
  noteOwn(event: SecurityEvent): void {
    this.#add({ ...event, user: event.user ?? null, actor: null, address: null });
  }

  /** Stores what is waiting. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#storing;
  }

  #add(event: SecurityEvent & Pick<Row, "user" | "actor" | "address">, requestId?: string): void {
    const { kind, result = "done", user, actor, address, detail = "" } = event;
    const row = { kind, result, user, actor, address, detail };
    const level =
      result === "refused" || kind === "red books" || kind === "backups too old" ? "warn" : "info";
    const { kind: name, ...rest } = row;
    this.#log[level]({ event: name, ...rest, requestId }, "security event");
    this.#wait({ ...row, at: new Date().toISOString(), times: 1 }, JSON.stringify(row));
    this.#storing ??= this.#store();
  }

  #wait(row: Row, name: string): void {
    const same = this.#waiting.get(name);
    if (same) same.times += row.times;
    else if (this.#waiting.size < waiting_max) this.#waiting.set(name, row);
    else this.#left += row.times;
  }

  async #store(): Promise<void> {
    const { signal } = this.#closing;
    while (this.#waiting.size > 0) {
      await sleep(this.#gather_ms, undefined, { signal, ref: false }).catch(() => undefined);
      const rows = [...this.#waiting.entries()];
      this.#waiting.clear();
      if (this.#left > 0)
        this.#log.warn({ times: this.#left }, "too many security events: rows were left out");
      this.#left = 0;
      try {
        await insert(
          this.#pool,
          rows.map(([, row]) => row),
        );
      } catch (error) {
        this.#log.warn({ code: Reflect.get(error as object, "code") }, "storing security events failed");
        if (signal.aborted) return;
        for (const [name, row] of rows) this.#wait(row, name);
      }
    }
    this.#storing = undefined;
  }
}

async function insert(pool: Pool, rows: Row[]): Promise<void> {
  const all = <Name extends keyof Row>(name: Name) => rows.map((row) => row[name]);
  await pool.query({
    name: "security_events",
    text: `insert into shop.security_event (at, kind, result, user_id, actor, address, detail, times)
           select * from unnest($1::timestamptz[], $2::text[], $3::text[], $4::uuid[], $5::uuid[], $6::text[],
             $7::text[], $8::integer[])`,
    values: [
      all("at"),
      all("kind"),
      all("result"),
      all("user"),
      all("actor"),
      all("address"),
      all("detail"),
      all("times"),
    ],
  });
}
