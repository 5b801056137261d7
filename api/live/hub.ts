/**
 * Sends changes to the sockets: a run of events becomes changed rows, each row a message, and each socket gets what it
 * may see.
 */
import type { LedgerEvent } from "#ledger/core/events.ts";
import type { LogMark } from "#ledger/log/follow.ts";
import type { LoggedEvent } from "#ledger/tables/logged-event.ts";
import { idOfStream, type Stream } from "#contract/terms/streams.ts";
import type { Principal } from "../serve/principals.ts";
import { closeCodes, type Hello, type LiveMessage, type Presence } from "#contract/live.ts";
import type { Written } from "#ledger/log/batch.ts";
import type { Commit } from "#ledger/log/writer.ts";
import { changedRows, missedRows, type Presenter, type RowMessage } from "./changed-rows.ts";
import type { LiveSocket } from "./live-socket.ts";
import { isOfOtherLog, markOf } from "../serve/other-log.ts";
import { changesOf, isNone, noChanges, takeVisible } from "./run-changes.ts";
import { WrittenRun } from "./written-rows.ts";

const heartbeat_ms = 25_000;
const check_ms = 5000;

export class Hub {
  readonly #shop: Presenter;
  readonly #start: () => LogMark;
  /** What each commit of this process wrote, by its first event. It is forgotten together with the event. */
  readonly #written = new WeakMap<LoggedEvent, Written>();
  /**
   * Every socket has its rows up to this position. It moves in the same turn in which the rows of a run are handed out, or a
   * socket that joins in between would never get them. Undefined before the first run.
   */
  #handedOut: LogMark | undefined;
  readonly #byUser = new Map<string, Set<LiveSocket>>();
  readonly #admins = new Set<LiveSocket>();
  readonly #timers: NodeJS.Timeout[];
  #count = 0;

  /** `start`: the first run of events begins after this position. */
  constructor(shop: Presenter, start: () => LogMark) {
    this.#shop = shop;
    this.#start = start;
    this.#timers = [
      setInterval(() => this.#heartbeat(), heartbeat_ms),
      setInterval(() => this.#check(Date.now()), check_ms),
    ];
  }

  get sockets(): number {
    return this.#count;
  }

  socketsOf(user: string): number {
    return this.#byUser.get(user)?.size ?? 0;
  }

  /**
   * Registers the socket first, then reads the missed rows. Changes until the welcome wait in the socket, so there is no gap.
   * Returns the function that welcomes it.
   */
  async join(socket: LiveSocket, { position, log }: Pick<Hello, "position" | "log">): Promise<() => void> {
    this.#add(socket);
    const now = this.#published;
    const isOtherLog = position !== null && (await isOfOtherLog(this.#shop.db, position, log));
    const missed =
      position === null || isOtherLog ? [] : await missedRows(this.#shop, socket.principal, position);
    const rows = (missed ?? []).filter((row) => socket.maySee(row));
    const messages: LiveMessage[] = [
      { type: "welcome", ...now, refetch: isOtherLog || missed === undefined, isOtherLog },
      ...rows.map((row) => socket.messageOf(row)),
      // Only up to this position: newer messages wait in the socket and follow the missed rows.
      { type: "caughtUp", ...now },
    ];
    return () => socket.welcome(messages.map(encode));
  }

  leave(socket: LiveSocket): void {
    const own = this.#byUser.get(socket.principal.user);
    if (!own?.delete(socket)) return;
    this.#count -= 1;
    if (own.size === 0) this.#byUser.delete(socket.principal.user);
    this.#admins.delete(socket);
  }

  /** Learns the rows that this process has committed, before `follow` gets the same events. */
  commit({ events: [first], written }: Commit): void {
    if (first && this.#count > 0) this.#written.set(first, written);
  }

  async follow(events: LoggedEvent[]): Promise<void> {
    const [first] = events;
    const last = events.at(-1);
    if (!first || !last) return;
    for (const event of events) this.#applyToSockets(event);
    const changes = this.#count > 0 ? changesOf(events) : noChanges();
    const commits = events.flatMap((event) => this.#written.get(event) ?? []);
    const written = new WrittenRun(this.#shop.people, changes.accounts, commits);
    const isVisible = (owner: string | undefined) => this.#isVisible(owner);
    const rows: RowMessage[] = [];
    // Selected again, so that a socket that joined during the read gets its rows too.
    for (;;) {
      const visible = takeVisible(changes, isVisible);
      if (isNone(visible)) break;
      rows.push(...(await changedRows(this.#shop, visible, written, first.position)));
    }
    this.#publish(rows, { position: last.position, hash: last.hash });
  }

  /** What is no row: only the newest message with this key is worth sending. */
  toAdmins(key: string, message: Presence): void {
    const bytes = encode(message);
    for (const socket of this.#admins) socket.send(key, bytes);
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    for (const socket of this.#all()) socket.close(closeCodes.restart, "restarting");
  }

  /** A ban, a deletion or a logout closes sockets. A new level changes what a user may see. */
  #applyToSockets(event: LedgerEvent): void {
    switch (event.type) {
      case "user_level_changed":
        for (const socket of this.#socketsOf(event)) this.#relevel(socket, event.data.after);
        return;
      case "user_deleted":
        for (const socket of this.#socketsOf(event)) socket.close(closeCodes.signedOut, "deleted");
        return;
      case "user_status_changed":
        if (event.data.after !== "Banned") return;
        for (const socket of this.#socketsOf(event)) socket.close(closeCodes.banned, "banned");
        return;
      case "admin_factor_changed":
        // Those without a second factor get no new ticket.
        for (const socket of this.#admins) socket.close(closeCodes.restart, "come again");
        return;
      case "sessions_ended":
        for (const socket of this.#socketsOf(event)) {
          const { session } = socket.principal;
          const isEnded = (event.data.session ?? session) === session && event.data.except !== session;
          if (isEnded) socket.close(closeCodes.signedOut, "signed out");
        }
        return;
      default:
    }
  }

  #socketsOf({ stream }: { stream: Stream<"user"> }): Iterable<LiveSocket> {
    return this.#byUser.get(idOfStream(stream)) ?? [];
  }

  #relevel(socket: LiveSocket, level: Principal["level"]): void {
    socket.principal = { ...socket.principal, level };
    if (level === "Admin") this.#admins.add(socket);
    else this.#admins.delete(socket);
  }

  get #published(): { position: number; log: string } {
    return markOf(this.#handedOut ?? this.#start());
  }

  /** Whether any socket may see this user's rows. Undefined: rows for everybody, or with an unknown owner. */
  #isVisible(owner: string | undefined): boolean {
    if (owner === undefined) return this.#count > 0;
    return this.#admins.size > 0 || this.#byUser.has(owner);
  }

  /** Sends all rows of a run, then caughtUp to the sockets that got any. The others learn the position by heartbeat. */
  #publish(rows: RowMessage[], at: LogMark): void {
    const recipients = new Set<LiveSocket>();
    for (const row of rows) {
      const encoded = new Map<LiveMessage, Buffer>();
      for (const socket of this.#audienceOf(row)) {
        const message = socket.messageOf(row);
        const bytes = encoded.get(message) ?? encode(message);
        encoded.set(message, bytes);
        if (!recipients.has(socket)) socket.cork();
        recipients.add(socket);
        socket.send(row.key, bytes);
      }
    }
    const caughtUp = encode({ type: "caughtUp", ...markOf(at) });
    for (const socket of recipients) {
      socket.caughtUp(caughtUp);
      socket.uncork();
    }
    this.#handedOut = at;
  }

  *#audienceOf({ audience }: RowMessage): Iterable<LiveSocket> {
    if (audience === "everyone") return yield* this.#all();
    if (audience === "admins") return yield* this.#admins;
    const own = this.#byUser.get(audience.owner);
    if (own) yield* own;
    if (!audience.admins) return;
    for (const socket of this.#admins) if (!own?.has(socket)) yield socket;
  }

  #heartbeat(): void {
    const message = encode({ type: "heartbeat", ...this.#published });
    for (const socket of this.#all()) socket.heartbeat(message);
  }

  #check(now_ms: number): void {
    for (const socket of this.#all()) socket.check(now_ms);
  }

  #add(socket: LiveSocket): void {
    const { user, level } = socket.principal;
    const own = this.#byUser.get(user) ?? new Set();
    own.add(socket);
    this.#byUser.set(user, own);
    if (level === "Admin") this.#admins.add(socket);
    this.#count += 1;
  }

  *#all(): Iterable<LiveSocket> {
    for (const sockets of this.#byUser.values()) yield* sockets;
  }
}

export function encode(message: LiveMessage | Presence): Buffer {
  return Buffer.from(JSON.stringify(message));
}
