/** One client's socket: what it may see, and what waits while it is slow. */
import type { WebSocket } from "ws";
import type { Principal } from "../auth/principals.ts";
import { closeCodes } from "../contract/live.ts";
import type { RowMessage } from "./changed-rows.ts";

/** Above this much unsent, only the newest message of each row waits; the phone gets no backlog. */
const buffered_bytes_max = 64 * 1024;
const no_progress_ms_max = 30_000;

export class LiveSocket {
  principal: Principal;
  readonly #ws: WebSocket;
  /** Newest unsent message by row; also what arrives before the welcome. */
  readonly #waiting = new Map<string, Buffer>();
  #welcomed = false;
  #progress_ms = Date.now();

  constructor(ws: WebSocket, principal: Principal) {
    this.#ws = ws;
    this.principal = principal;
  }

  maySee({ audience }: RowMessage): boolean {
    if (audience === "everyone") return true;
    const admin = this.principal.level === "Admin";
    if (audience === "admins") return admin;
    return audience.owner === this.principal.user || (audience.admins && admin);
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

  /** The welcome and what was missed go first, then what came in the meantime. */
  welcome(messages: Buffer[]): void {
    for (const message of messages) this.#write(message);
    this.#welcomed = true;
    this.#drain();
  }

  heartbeat(message: Buffer, now_ms: number): void {
    if (this.#ws.bufferedAmount === 0) this.#progress_ms = now_ms;
    else if (now_ms - this.#progress_ms > no_progress_ms_max) {
      this.#ws.close(closeCodes.tooSlow, "too slow");
      this.#ws.terminate();
      return;
    }
    if (this.#welcomed && this.#waiting.size === 0) this.#write(message);
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
    for (const [key, message] of this.#waiting) {
      if (this.#ws.bufferedAmount > buffered_bytes_max) return;
      this.#waiting.delete(key);
      this.#write(message);
    }
  }
}
