/** One client's socket: what it may see, what waits while it is slow, and when it is given up. */
import { nextMidnight_ms } from "#ledger/terms/dates.ts";
import type { Socket } from "node:net";
import type { WebSocket } from "ws";
import type { Principal } from "../auth/principals.ts";
import { closeCodes } from "../contract/live.ts";
import type { RowMessage } from "./changed-rows.ts";

/** Above this much unsent, only the newest message of each row waits; the phone gets no backlog. */
const buffered_bytes_max = 64 * 1024;
const no_progress_ms_max = 30_000;

/** What of ws is needed here. */
export type Wire = Pick<WebSocket, "bufferedAmount" | "close" | "terminate"> & {
  send(message: Buffer, options: { binary: boolean }, sent: (error?: Error | null) => void): void;
  ping(): void;
  on(event: "pong", heard: () => void): unknown;
};

/** What ws writes to. */
export type Connection = Pick<Socket, "cork" | "uncork">;

export class LiveSocket {
  principal: Principal;
  /** Midnight after it came, when its session ends. */
  readonly #ends_ms: number;
  readonly #ws: Wire;
  readonly #connection: Connection;
  /** Newest unsent message by row; also what arrives before the welcome. */
  readonly #waiting = new Map<string, Buffer>();
  /** Unsent: it promises the rows that wait, so it goes when the last of them has gone. */
  #caughtUp: Buffer | undefined;
  #welcomed = false;
  #progress_ms: number;
  #answered = true;

  constructor(ws: Wire, connection: Connection, principal: Principal, now_ms = Date.now()) {
    this.#ws = ws;
    this.#connection = connection;
    this.principal = principal;
    this.#ends_ms = nextMidnight_ms(now_ms);
    this.#progress_ms = now_ms;
    ws.on("pong", () => {
      this.#answered = true;
    });
  }

  maySee({ audience }: RowMessage): boolean {
    if (audience === "everyone") return true;
    const admin = this.principal.level === "Admin";
    if (audience === "admins") return admin;
    return audience.owner === this.principal.user || (audience.admins && admin);
  }

  /** What is sent until `uncork` leaves in one write: a write for each of a run's messages costs more than all else. */
  cork(): void {
    this.#connection.cork();
  }

  uncork(): void {
    this.#connection.uncork();
  }

  /** One Buffer serves all sockets. */
  send(key: string, message: Buffer): void {
    if (!this.#welcomed || this.#waiting.size > 0 || this.#ws.bufferedAmount > buffered_bytes_max) {
      // Taken out first, so that the row moves to the end and rows stay in the order of their news.
      this.#waiting.delete(key);
      this.#waiting.set(key, message);
      return;
    }
    this.#write(message);
  }

  /** "You have every change up to here", to be called after the rows that this promises were given to `send`. */
  caughtUp(message: Buffer): void {
    if (this.#welcomed && this.#waiting.size === 0) this.#write(message);
    else this.#caughtUp = message;
  }

  /** The welcome and what was missed go first, then what came in the meantime. */
  welcome(messages: Buffer[]): void {
    this.cork();
    for (const message of messages) this.#write(message);
    this.#welcomed = true;
    this.#drain();
    this.uncork();
  }

  /** A client that has not answered the last ping is gone, whatever the network still says of it. */
  heartbeat(message: Buffer): void {
    if (!this.#answered) return this.#ws.terminate();
    this.#answered = false;
    this.#ws.ping();
    if (this.#welcomed && this.#waiting.size === 0) this.#write(message);
  }

  /** Ends a socket with its session, and gives up one that takes nothing of what waits for it. */
  check(now_ms: number): void {
    if (now_ms >= this.#ends_ms) return this.close(closeCodes.signedOut, "midnight");
    if (this.#ws.bufferedAmount === 0) this.#progress_ms = now_ms;
    else if (now_ms - this.#progress_ms > no_progress_ms_max) {
      this.#ws.close(closeCodes.tooSlow, "too slow");
      this.#ws.terminate();
    }
  }

  close(code: number, reason: string): void {
    this.#ws.close(code, reason);
  }

  #write(message: Buffer): void {
    this.#ws.send(message, { binary: false }, (error) => {
      if (error) return;
      this.#progress_ms = Date.now();
      if (this.#welcomed && this.#waiting.size > 0) this.#drain();
    });
  }

  #drain(): void {
    this.cork();
    for (const [key, message] of this.#waiting) {
      if (this.#ws.bufferedAmount > buffered_bytes_max) break;
      this.#waiting.delete(key);
      this.#write(message);
    }
    const caughtUp = this.#caughtUp;
    if (caughtUp && this.#waiting.size === 0) {
      this.#caughtUp = undefined;
      this.#write(caughtUp);
    }
    this.uncork();
  }
}
