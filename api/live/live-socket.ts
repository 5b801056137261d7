/** The socket of one client: what it may see, which messages wait while it is slow, and when it is closed. */
import { nextMidnight_ms } from "#contract/terms/dates.ts";
import type { Socket } from "node:net";
import type { WebSocket } from "ws";
import type { Principal } from "../serve/principals.ts";
import { closeCodes, type LiveMessage } from "#contract/live.ts";
import type { RowMessage } from "./changed-rows.ts";

/** Above this many unsent bytes, only the newest message of each row waits, so that a phone gets no backlog. */
const buffered_bytes_max = 64 * 1024;
const no_progress_ms_max = 30_000;

/** The part of ws that is needed here. */
export type Wire = Pick<WebSocket, "bufferedAmount" | "close" | "terminate"> & {
  send(message: Buffer, options: { binary: boolean }, sent: (error?: Error | null) => void): void;
  ping(): void;
  on(event: "pong", heard: () => void): unknown;
};

/** The connection that ws writes to. */
export type Connection = Pick<Socket, "cork" | "uncork">;

export class LiveSocket {
  principal: Principal;
  /** The midnight at which its session ends. */
  readonly #ends_ms: number;
  readonly #ws: Wire;
  readonly #connection: Connection;
  /** The newest unsent message of each row, including messages from before the welcome. */
  readonly #waiting = new Map<string, Buffer>();
  /** An unsent caughtUp. It covers the waiting rows, so it is sent after the last of them. */
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

  /** What it gets of a row that it may see. */
  messageOf({ message, forAdmins = message }: RowMessage): LiveMessage {
    return this.principal.level === "Admin" ? forAdmins : message;
  }

  /**
   * Messages until `uncork` are sent in one write. One write for each message of a run costs more than everything else.
   */
  cork(): void {
    this.#connection.cork();
  }

  uncork(): void {
    this.#connection.uncork();
  }

  /** One Buffer is shared by all sockets. A newer message replaces a waiting one with the same key. */
  send(key: string, message: Buffer): void {
    if (!this.#welcomed || this.#waiting.size > 0 || this.#ws.bufferedAmount > buffered_bytes_max) {
      // Deleted first, so that the row moves to the end and rows stay in the order of their changes.
      this.#waiting.delete(key);
      this.#waiting.set(key, message);
      return;
    }
    this.#write(message);
  }

  /** Sends caughtUp: "you have every change up to this position". Call it after `send` has all rows up to there. */
  caughtUp(message: Buffer): void {
    if (this.#welcomed && this.#waiting.size === 0) this.#write(message);
    else this.#caughtUp = message;
  }

  /** Sends the welcome and the missed rows first, then the messages that arrived in the meantime. */
  welcome(messages: Buffer[]): void {
    this.cork();
    for (const message of messages) this.#write(message);
    this.#welcomed = true;
    this.#drain();
    this.uncork();
  }

  /** A client that has not answered the last ping is gone, even if the network still shows a connection. */
  heartbeat(message: Buffer): void {
    if (!this.#answered) return this.#ws.terminate();
    this.#answered = false;
    this.#ws.ping();
    if (this.#welcomed && this.#waiting.size === 0) this.#write(message);
  }

  /** Closes the socket when its session ends, or if it accepts nothing although messages wait. */
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
