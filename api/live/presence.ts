/**
 * Which orders admins have open right now, so that two of them do not work on the same one. It is no fact of the shop, so it
 * is not in the log: ids only, passed between the processes by NOTIFY, and forgotten after a minute without a sign of life.
 */
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { z } from "zod";
import { sql } from "kysely";
import { serverLimits } from "#contract/terms/server-limits.ts";
import type { Database } from "#ledger/tables/open-reads.ts";
import { usersById } from "#ledger/users/reads.ts";
import type { Presence as PresenceMessage } from "#contract/live.ts";
import { parseJson } from "../serve/input.ts";
import type { Hub } from "./hub.ts";
import type { LiveSocket } from "./live-socket.ts";

/** The processes of the shop tell each other here. The payload is a Sign. */
export const presenceChannel = "presence";

/** Says are collected this long: one NOTIFY for all of them, however often a page changes its mind. */
const collect_ms = 200;
const check_ms = 5000;

const sign = z.object({ id: z.uuid(), user: z.uuid(), orders: z.array(z.number()) });
type Sign = z.infer<typeof sign>;

interface Seen extends Sign {
  name: string;
  heard_ms: number;
}

export interface PresenceOptions {
  db: Database;
  log: Logger;
  hub: Pick<Hub, "toAdmins">;
  /** Between two looks for what was not said again. */
  check_ms?: number;
}

export class Presence {
  readonly #options: PresenceOptions;
  readonly #ids = new Map<LiveSocket, string>();
  /** What the sockets of this process have said, and the other processes do not know yet. By id. */
  readonly #unsent = new Map<string, Sign>();
  /** What has been heard of any process. By id. */
  readonly #seen = new Map<string, Seen>();
  readonly #check: NodeJS.Timeout;
  #timer: NodeJS.Timeout | undefined;
  #hearing = Promise.resolve();
  #isClosed = false;

  constructor(options: PresenceOptions) {
    this.#options = options;
    this.#check = setInterval(() => this.#forget(Date.now()), options.check_ms ?? check_ms);
  }

  /** A page says which orders it has open: again at least once a minute, and an empty list when it closes them. */
  say(socket: LiveSocket, orders: number[]): void {
    if (this.#isClosed) return;
    const id = this.#ids.get(socket) ?? randomUUID();
    if (orders.length > 0) this.#ids.set(socket, id);
    else if (!this.#ids.delete(socket)) return;
    this.#unsent.set(id, { id, user: socket.principal.user, orders });
    this.#timer ??= setTimeout(() => void this.#send(), collect_ms);
  }

  /** A notification, of this process or another one. They take effect in their order. */
  hear(payload: string, now_ms = Date.now()): Promise<void> {
    const heard = this.#hearing.then(() => this.#noteOpen(payload, now_ms));
    this.#hearing = heard.catch(() => undefined);
    return heard;
  }

  async #noteOpen(payload: string, now_ms: number): Promise<void> {
    const parsed = sign.safeParse(parseJson(payload));
    if (!parsed.success) return;
    const { id, user, orders } = parsed.data;
    if (orders.length === 0) {
      if (this.#seen.delete(id)) this.#tellAdmins();
      return;
    }
    const before = this.#seen.get(id);
    const name = before?.name ?? (await usersById(this.#options.db, [user]))[0]?.username;
    if (name === undefined) return;
    this.#seen.set(id, { id, user, orders, name, heard_ms: now_ms });
    if (before?.orders.join() !== orders.join()) this.#tellAdmins();
  }

  /** What is open now, one entry for each page. */
  get now(): PresenceMessage {
    const open = [...this.#seen.values()].map(({ user, name, orders }) => ({ user, name, orders }));
    return { type: "presence", open };
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#check);
    clearTimeout(this.#timer);
  }

  /** One after the other, because later ones must not overtake. A lost one is said again by its page. */
  async #send(): Promise<void> {
    const payloads = [...this.#unsent.values()].map((each) => JSON.stringify(each));
    this.#unsent.clear();
    try {
      await sql`select pg_notify(${presenceChannel}, payload) from unnest(${payloads}::text[]) as payload`.execute(
        this.#options.db,
      );
    } catch (error) {
      this.#options.log.warn({ err: error }, "what admins have open could not be passed on");
    }
    const isMore = this.#unsent.size > 0 && !this.#isClosed;
    this.#timer = isMore ? setTimeout(() => void this.#send(), collect_ms) : undefined;
  }

  #forget(now_ms: number): void {
    const old = [...this.#seen.values()].filter(
      ({ heard_ms }) => now_ms - heard_ms > serverLimits.presence_ms_max,
    );
    for (const { id } of old) this.#seen.delete(id);
    if (old.length > 0) this.#tellAdmins();
  }

  #tellAdmins(): void {
    this.#options.hub.toAdmins("presence", this.now);
  }
}
