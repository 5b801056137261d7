/**
 * Follows the log: hands on every event in order, whichever process wrote it. A notification is only a hint: every second,
 * and after each (re)connection, the follower reads the log from its last position. Positions have no gaps and are in
 * commit order, so `position > last` misses nothing. Events that this process has just committed need not be read.
 */
import createSubscriber, { type Subscriber } from "pg-listen";
import type { Pool } from "pg";
import { channel } from "./append.ts";
import { connectionConfig } from "../connect/connect.ts";
import { type LoggedEvent, loggedColumns } from "../tables/logged-event.ts";
import { ServerSocket } from "../connect/server-socket.ts";

export interface FollowerOptions {
  url: string;
  pool: Pool;
  /** Gets each run of events in order; the next run waits for it. If it throws, it gets the same run again. */
  onEvents(events: LoggedEvent[]): Promise<void> | void;
  /** The highest position that this process has sent to the database. What it commits is offered to the follower. */
  sent?(): number;
  /** Another channel that the follower's connection listens to. What is said there while it is lost is never heard. */
  listenAlso?: { channel: string; hear: (payload: string) => Promise<void> };
  onError(error: unknown): void;
  /** Between two reads without a hint, a second by default. */
  poll_ms?: number | undefined;
}

const poll_ms_usual = 1000;
const retry_ms = 250;
const check_ms = 2000;
/** A notification may arrive before the answer to its own commit: waiting this long saves reading those events. */
const own_answer_ms_max = 50;
const run_events_max = 1000;
/** How far a log was followed: which log it is follows from the hash there. */
export interface LogMark {
  position: number;
  /** Of the event at this position, hex. */
  hash: string;
}

/** A follower that is further behind reads from the log instead. */
const offered_events_max = 10_000;

export class Follower {
  readonly #options: FollowerOptions;
  readonly #subscriber: Subscriber;
  #at: LogMark = { position: 0, hash: "" };
  #isReplaced = false;
  #followed_ms = 0;
  /** Committed by this process, without gaps, and not yet handed on. */
  #offered: LoggedEvent[] = [];
  /** The highest position ever offered. */
  #heard = 0;
  #hinted = false;
  #reading: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #started = false;
  #closed = false;
  #behind = true;
  readonly #poll_ms: number;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#poll_ms = options.poll_ms ?? poll_ms_usual;
    this.#subscriber = subscribe(options.url);
  }

  /** Position of the last event handed on. */
  get position(): number {
    return this.#at.position;
  }

  /** The last event handed on. */
  get at(): LogMark {
    return this.#at;
  }

  /**
   * The log has another event, or none, where the last one was handed on: an older log was put back. Nothing is handed on
   * any more, because it would not follow from what was.
   */
  get isReplaced(): boolean {
    return this.#isReplaced;
  }

  /** Everything committed up to this time, in ms since 1970, has been handed on. */
  get followed_ms(): number {
    return this.#followed_ms;
  }

  /** The last read failed: what this process knows may be outdated. */
  get behind(): boolean {
    return this.#behind;
  }

  /** Starts at the present end of the log. */
  async start(): Promise<void> {
    const { rows } = await this.#options.pool.query<LogMark>(
      "select position, encode(hash, 'hex') as hash from ledger.head",
    );
    this.#at = rows[0] ?? this.#at;
    this.#behind = false;
    this.#started = true;
    this.#timer = setInterval(() => this.wake(), this.#poll_ms);
    const { events, notifications } = this.#subscriber;
    const { listenAlso } = this.#options;
    const onError = (error: unknown) => this.#options.onError(error);
    events.on("error", onError);
    // Also after a failed first attempt. Events of the time before are read.
    events.on("connected", () => {
      const channels = listenAlso ? [channel, listenAlso.channel] : [channel];
      Promise.all(channels.map((each) => Promise.resolve(this.#subscriber.listenTo(each)))).catch(onError);
      this.wake();
    });
    notifications.on(channel, (payload: string) => this.#hear(payload));
    if (listenAlso)
      notifications.on(listenAlso.channel, (payload: string) => {
        listenAlso.hear(payload).catch(onError);
      });
    // The poll follows without hints too, so a refused first connection is reported and not fatal.
    await this.#subscriber.connect().catch(onError);
    this.wake();
  }

  /** Takes events that this process has committed. If they follow the last position, they need not be read. */
  offer(events: LoggedEvent[]): void {
    const [first] = events;
    if (!first) return;
    if (this.#offered.at(-1)?.position !== first.position - 1) this.#offered = [];
    if (this.#offered.length < offered_events_max) this.#offered.push(...events);
    this.#heard = Math.max(this.#heard, first.position + events.length - 1);
    // Answers to commands go first. By then, several offers may be taken together.
    setImmediate(() => this.#offered.length > 0 && this.wake());
  }

  /** There may be something new: read on. */
  wake(): void {
    this.#hinted = true;
    // Before it knows where the log ends, it would read all of it.
    if (!this.#started || this.#closed) return;
    this.#reading ??= this.#readEvents().finally(() => {
      this.#reading = undefined;
      // A hint that came after the last look and before this line.
      if (this.#hinted && !this.#behind) this.wake();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#reading;
    await this.#subscriber.close().catch(() => undefined);
  }

  /** What this process has committed is offered soon; if it is not, another process has written it. */
  #hear(payload: string): void {
    const position = Number(payload);
    const wake = () => position > this.#heard && this.wake();
    if (position <= (this.#options.sent?.() ?? 0)) setTimeout(wake, own_answer_ms_max).unref();
    else setImmediate(wake);
  }

  async #readEvents(): Promise<void> {
    while (this.#hinted && !this.#closed) {
      this.#hinted = false;
      try {
        const asked_ms = Date.now();
        const offered = this.#takeOffered();
        const events = offered ?? (await this.#next());
        const isAll = events.length < run_events_max;
        if (!isAll) this.#hinted = true;
        this.#behind = false;
        const last = events.at(-1);
        if (last) {
          await this.#options.onEvents(events);
          this.#at = { position: last.position, hash: last.hash };
        }
        if (isAll && !offered) this.#followed_ms = asked_ms;
      } catch (error) {
        this.#behind = true;
        this.#options.onError(error);
        // Sooner than the next poll: readiness waits for it.
        setTimeout(() => this.wake(), retry_ms).unref();
        return;
      }
    }
  }

  /** Undefined: the log has to be read, because nothing fitting was offered or a regular read is due. */
  #takeOffered(): LoggedEvent[] | undefined {
    const offered = this.#offered;
    this.#offered = [];
    const isDue = Date.now() - this.#followed_ms > this.#poll_ms;
    const next = this.position + 1 - (offered[0]?.position ?? 0);
    if (isDue || next < 0 || next >= offered.length) return undefined;
    this.#offered = offered.slice(next + run_events_max);
    return offered.slice(next, next + run_events_max);
  }

  /** Reads the last event again, to see that what comes next follows from it. */
  async #next(): Promise<LoggedEvent[]> {
    const { position, hash } = this.#at;
    const { rows } = await this.#options.pool.query<LoggedEvent>({
      name: "follow",
      text: `select ${loggedColumns} from ledger.event where position >= $1::bigint order by position limit $2`,
      values: [position, run_events_max + 1],
    });
    if (position === 0) return rows;
    const [last, ...next] = rows;
    this.#isReplaced = last?.position !== position || last.hash !== hash;
    if (this.#isReplaced) throw new Error("an older log was put back");
    return next;
  }
}

function subscribe(url: string): Subscriber {
  const config = connectionConfig(url, "follower");
  // The types describe CommonJS's default as a namespace under nodenext.
  const create = createSubscriber.default;
  return create(
    { ...config, stream: () => new ServerSocket(config), query_timeout: check_ms },
    {
      retryInterval: (attempt) => Math.min(100 * 2 ** attempt, 1000),
      retryLimit: Number.POSITIVE_INFINITY,
      // 0: never gives up; the default would after 3 s, for good.
      retryTimeout: 0,
      // A line without notifications is silent for hours, whether it is dead or not.
      paranoidChecking: check_ms,
      // The default parses JSON.
      parse: (payload) => payload,
    },
  );
}
