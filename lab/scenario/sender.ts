/** Sends commands as a good client does: each with its own key, and again until there is an answer. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { errorCode } from "../../tools/postgres/start-error.ts";
import { type Answer, call } from "../call.ts";
import { type Participant, signIn } from "./participants.ts";
import { commandIdOf, type Effect, type StormCommand } from "./commands.ts";

/** One command and its outcome. */
export interface SentCommand {
  participant: Participant;
  command: StormCommand;
  key: string;
  commandId: string;
  what: string;
  attempts: number;
  /** When it was sent first, on the clock of performance.now, as answered_ms. */
  sent_ms: number;
  /** Of the last answer. */
  status?: number;
  /** "unknown" if the round ended before an answer came. */
  outcome: "unknown" | "acknowledged" | "refused";
  /** What the answer says was done. */
  effect?: Effect;
  refusal?: string;
  /** The process that answered, and when. */
  app?: string;
  answered_ms?: number;
}

/** A process of the shop. */
export interface Target {
  name: string;
  url: string;
  /** Whether a balancer still sends requests to it. Without a balancer, clients ask every process. */
  isInService?: boolean;
}

/** An answer that no client should ever get. */
export interface WrongAnswer {
  app: string;
  status: number;
  request: string;
  text: string;
}

const pause_ms = 60;
/** Status codes after which the outcome is unknown, so the command is sent again. */
const undecided: ReadonlySet<number> = new Set([408, 429, 503]);

export class Sender {
  readonly commands: SentCommand[] = [];
  readonly wrongAnswers: WrongAnswer[] = [];
  /** How often each status came; 0 if the connection was lost or no answer came in time. */
  readonly statuses = new Map<number, number>();
  /** Attempts without an answer, by reason, since the storm began. */
  readonly unanswered = new Map<string, number>();
  readonly #apps: readonly Target[];
  readonly #attempt_ms_max: number;
  #isOver = false;

  /** @param attempt_ms_max how long a client waits for an answer before it asks again */
  constructor(apps: readonly Target[], attempt_ms_max = 2500) {
    this.#apps = apps;
    this.#attempt_ms_max = attempt_ms_max;
  }

  /** Gives up commands without an answer, because the round ends. */
  giveUp(): void {
    this.#isOver = true;
  }

  beginRound(): void {
    this.#isOver = false;
    this.commands.length = 0;
    this.wrongAnswers.length = 0;
    this.statuses.clear();
  }

  /** @param turn which process gets the first attempt; each further attempt goes to the next one */
  async send(participant: Participant, command: StormCommand, turn: number): Promise<SentCommand> {
    const key = randomUUID();
    const sent: SentCommand = {
      participant,
      command,
      key,
      commandId: commandIdOf(participant.session._id, key),
      what: `${command.method} ${command.path}`,
      attempts: 0,
      sent_ms: performance.now(),
      outcome: "unknown",
    };
    this.commands.push(sent);
    while (sent.outcome === "unknown" && !this.#isOver) {
      const app = this.#choose(turn + sent.attempts);
      if (app) {
        sent.attempts += 1;
        // After a network error the outcome is unknown, so the command is sent again with the same key.
        await this.#attempt(app, sent).catch((error: unknown) => this.#noteUnanswered(error));
      }
      if (sent.outcome === "unknown") await sleep(pause_ms);
    }
    return sent;
  }

  /** When this process answered purchases that it acknowledged. */
  purchaseTimes_ms({ name }: Target): number[] {
    return this.commands.flatMap(({ app, effect, answered_ms = 0 }) =>
      app === name && effect?.type === "order_placed" ? [answered_ms] : [],
    );
  }

  /** Sends an acknowledged command once more under its key. @returns how the answer differs from the first, if it does */
  async repeat(app: Target, sent: SentCommand): Promise<string | undefined> {
    const { status, text } = await this.#post(app, sent);
    if (status === 401) {
      await this.#signInAgain(app, sent.participant);
      return this.repeat(app, sent);
    }
    const effect = status < 300 ? sent.command.effect(JSON.parse(text)) : undefined;
    if (isDeepStrictEqual(effect, sent.effect)) return undefined;
    return `${sent.what} under the key ${sent.key} was answered with ${JSON.stringify(sent.effect)} and then with ${status} ${text.slice(0, 300)}`;
  }

  #post(app: Target, { participant, command, key }: SentCommand): Promise<Answer> {
    const { method, path, body } = command;
    const { token } = participant.session;
    return call(app.url, { method, path, body, token, key }, this.#attempt_ms_max);
  }

  #count(status: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  async #attempt(app: Target, sent: SentCommand): Promise<void> {
    const { status, retryAfter, text } = await this.#post(app, sent);
    this.#count(status);
    sent.status = status;
    // Without Retry-After, a client does not know that it may try again.
    if (status >= 500 && (status !== 503 || retryAfter === null)) {
      this.wrongAnswers.push({ app: app.name, status, request: sent.what, text: text.slice(0, 500) });
      return;
    }
    if (status === 401) return this.#signInAgain(app, sent.participant);
    if (undecided.has(status)) return;
    sent.app = app.name;
    sent.answered_ms = performance.now();
    if (status < 300) {
      sent.effect = sent.command.effect(JSON.parse(text));
      sent.outcome = "acknowledged";
    } else {
      sent.refusal = text.slice(0, 200);
      sent.outcome = "refused";
    }
  }

  /** Without a process in service, the balancer lets the request wait. */
  #choose(turn: number): Target | undefined {
    const inService = this.#apps.filter(({ isInService = true }) => isInService);
    return inService[turn % inService.length];
  }

  #noteUnanswered(error: unknown): void {
    const { name, cause } = error as Error;
    const reason = errorCode(cause) || name;
    this.#count(0);
    this.unanswered.set(reason, (this.unanswered.get(reason) ?? 0) + 1);
  }

  /** Tokens expire after 15 minutes, or immediately if a clock is stepped further than that. */
  async #signInAgain(app: Target, participant: Participant): Promise<void> {
    const { session } = await signIn(app.url, participant.session.phone, participant.password);
    participant.session = session;
  }
}
