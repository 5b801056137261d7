import type { LiveState } from "../lib/live-state.ts";
import { limits } from "#contract/terms/limits.ts";
import { closeCodes, type Hello, type LiveMessage, type Presence } from "#contract/live.ts";

/**
 * The connection to the feed as one state table: what an occurrence leads to in a state, and its effects. The socket,
 * clock and tickets are injected, so that tests can reach every case.
 */
export type LiveOccurrence =
  | "start"
  | "stop"
  | "wake"
  | "ticketed"
  | "opened"
  | "welcomed"
  | "heard"
  | "failed"
  | "refused"
  | "timer";

type Effect =
  | "fetchTicket"
  | "openSocket"
  | "sayHello"
  | "drop"
  | "armConnect"
  | "armSilence"
  | "armRetry"
  | "disarm"
  | "resetBackoff"
  | "checkSilence";
type Step = readonly [LiveState, ...Effect[]];

/** The server sends a heartbeat every 25 s. A line this silent is considered dead. */
export const silence_ms = 60_000;
/** When the page becomes visible, one missed heartbeat is enough to reconnect. */
const silenceOnWake_ms = 30_000;

const begin: Step = ["ticket", "fetchTicket", "armConnect"];
const retry: Step = ["waiting", "drop", "armRetry"];
const end: Step = ["off", "drop", "disarm", "resetBackoff"];
/** An attempt, and an open line. */
const ending = { stop: end, failed: retry, refused: end, timer: retry };

const steps: Record<LiveState, Partial<Record<LiveOccurrence, Step>>> = {
  off: { start: begin },
  ticket: { ...ending, ticketed: ["opening", "openSocket"] },
  opening: { ...ending, opened: ["greeting", "sayHello"] },
  greeting: { ...ending, welcomed: ["live", "resetBackoff", "armSilence"] },
  live: {
    ...ending,
    wake: ["live", "checkSilence"],
    welcomed: ["live", "armSilence"],
    heard: ["live", "armSilence"],
  },
  waiting: { start: begin, stop: end, wake: begin, refused: end, timer: begin },
};

/** What is not in the table changes nothing. */
export function stepOf(state: LiveState, occurrence: LiveOccurrence): Step {
  return steps[state][occurrence] ?? [state];
}

/** The part of WebSocket that is used. */
export interface LiveSocket {
  send(text: string): void;
  close(): void;
}

export interface SocketListener {
  opened(): void;
  heard(data: unknown): void;
  closed(code: number): void;
}

interface LiveDeps {
  /** Fetches a one-time ticket, or null if the session is over. */
  fetchTicket(): Promise<string | null>;
  openSocket(listener: SocketListener): LiveSocket;
  /** Where the feed resumes, for the hello. */
  resumeMark(): Pick<Hello, "position" | "log">;
  onMessage(message: LiveMessage | Presence): void;
  onState(state: LiveState): void;
  /** Called when the session has ended: the server closed the socket with this code. */
  onRefused(code: number): void;
  random(): number;
  now_ms(): number;
  setTimer(run: () => void, delay_ms: number): unknown;
  clearTimer(timer: unknown): void;
}

/**
 * 1–2 s, 2–4 s, then 2.5–5 s. The delay doubles up to the cap, and half of it is random even at the cap, so that a
 * crowd does not return at once.
 */
export function retryDelay_ms(failures: number, random: number): number {
  const ceiling_ms = Math.min(limits.reconnect_ms_min * 2 ** failures, limits.reconnect_ms_max);
  return Math.max(limits.reconnect_ms_min, ceiling_ms * (1 - limits.reconnect_randomization * random));
}

export class LiveConnection {
  private readonly deps: LiveDeps;
  private state: LiveState = "off";
  private socket: LiveSocket | undefined;
  private ticket = "";
  private timer: unknown;
  private failures = 0;
  private heardAt_ms = 0;
  /** The current attempt's number. Reports of abandoned attempts are ignored. */
  private attempt = 0;

  constructor(deps: LiveDeps) {
    this.deps = deps;
  }

  start(): void {
    this.occur("start");
  }

  stop(): void {
    this.occur("stop");
  }

  /** Call this when the network returns or the page becomes visible. */
  wake(): void {
    this.occur("wake");
  }

  /** Sends a message if the feed is live. */
  say(message: unknown): void {
    if (this.state === "live") this.socket?.send(JSON.stringify(message));
  }

  private occur(occurrence: LiveOccurrence): void {
    const [next, ...effects] = stepOf(this.state, occurrence);
    const changed = next !== this.state;
    this.state = next;
    for (const effect of effects) this.effects[effect]();
    if (changed) this.deps.onState(next);
  }

  private readonly effects: Record<Effect, () => void> = {
    fetchTicket: () => this.fetchTicket(),
    openSocket: () => {
      this.socket = this.deps.openSocket(this.listener());
    },
    sayHello: () => {
      const hello: Hello = { type: "hello", ticket: this.ticket, ...this.deps.resumeMark() };
      this.socket?.send(JSON.stringify(hello));
    },
    drop: () => {
      this.attempt += 1;
      this.socket?.close();
      this.socket = undefined;
    },
    armConnect: () => this.arm(limits.connect_timeout_ms),
    armSilence: () => this.arm(silence_ms),
    armRetry: () => {
      this.failures += 1;
      this.arm(retryDelay_ms(this.failures, this.deps.random()));
    },
    disarm: () => this.deps.clearTimer(this.timer),
    resetBackoff: () => {
      this.failures = 0;
    },
    checkSilence: () => {
      if (this.deps.now_ms() - this.heardAt_ms >= silenceOnWake_ms) this.arm(0);
    },
  };

  private arm(delay_ms: number): void {
    this.deps.clearTimer(this.timer);
    this.timer = this.deps.setTimer(() => this.occur("timer"), delay_ms);
  }

  private fetchTicket(): void {
    const isMine = this.isThisAttempt();
    this.deps.fetchTicket().then(
      (ticket) => {
        if (!isMine()) return;
        this.ticket = ticket ?? "";
        this.occur(ticket === null ? "refused" : "ticketed");
      },
      () => {
        if (isMine()) this.occur("failed");
      },
    );
  }

  private listener(): SocketListener {
    const isMine = this.isThisAttempt();
    return {
      opened: () => {
        if (isMine()) this.occur("opened");
      },
      heard: (data) => {
        const message = isMine() ? parseMessage(data) : undefined;
        if (message === undefined) return;
        this.heardAt_ms = this.deps.now_ms();
        this.deps.onMessage(message);
        this.occur("type" in message && message.type === "welcome" ? "welcomed" : "heard");
      },
      closed: (code) => {
        if (!isMine()) return;
        const isOver = code === closeCodes.signedOut || code === closeCodes.banned;
        this.occur(isOver ? "refused" : "failed");
        if (isOver) this.deps.onRefused(code);
      },
    };
  }

  private isThisAttempt(): () => boolean {
    const mine = this.attempt;
    return () => mine === this.attempt;
  }
}

/** Checks only enough to survive a server of another version. The contract has the types. */
function parseMessage(text: unknown): LiveMessage | Presence | undefined {
  try {
    const message: unknown = JSON.parse(String(text));
    if (typeof message !== "object" || message === null) return undefined;
    if ("type" in message && message.type === "presence") return message as Presence;
    if (!("position" in message)) return undefined;
    return "type" in message || ("event" in message && "data" in message)
      ? (message as LiveMessage)
      : undefined;
  } catch {
    return undefined;
  }
}
