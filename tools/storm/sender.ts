/** Sends commands as a good client does: each with its own key, and again until there is an answer. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { App } from "./apps.ts";
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
  /** When it was sent first, on the clock of performance.now. */
  sent_ms: number;
  /** "unknown" if the round ended before an answer came. */
  outcome: "unknown" | "acknowledged" | "refused";
  /** What the answer says was done. */
  effect?: Effect;
  refusal?: string;
  /** The process that answered, and the time on the clock of performance.now. */
  app?: string;
  answered_ms?: number;
}

/** An answer that no client should ever get. */
export interface WrongAnswer {
  app: string;
  status: number;
  request: string;
  text: string;
}

const attempt_ms_max = 2500;
const pause_ms = 60;
/** Status codes after which the outcome is unknown, so the command is sent again. */
const undecided: ReadonlySet<number> = new Set([408, 429, 503]);

export class Sender {
  readonly commands: SentCommand[] = [];
  readonly wrongAnswers: WrongAnswer[] = [];
  /** How often each status came; 0 if the connection was lost or no answer came in time. */
  readonly statuses = new Map<number, number>();
  readonly #apps: readonly App[];
  #isOver = false;

  constructor(apps: readonly App[]) {
    this.#apps = apps;
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
      const app = this.#apps[(turn + sent.attempts) % this.#apps.length] as App;
      sent.attempts += 1;
      // After a network error the outcome is unknown, so the command is sent again with the same key.
      await this.#attempt(app, sent).catch(() => {});
      if (sent.outcome === "unknown") await sleep(pause_ms);
    }
    return sent;
  }

  /** Sends an acknowledged command once more under its key. @returns how the answer differs from the first, if it does */
  async repeat(app: App, sent: SentCommand): Promise<string | undefined> {
    const { status, text } = await this.#post(app, sent);
    if (status === 401) {
      await this.#signInAgain(app, sent.participant);
      return this.repeat(app, sent);
    }
    const effect = status < 300 ? sent.command.effect(JSON.parse(text)) : undefined;
    if (isDeepStrictEqual(effect, sent.effect)) return undefined;
    return `${sent.what} under the key ${sent.key} was answered with ${JSON.stringify(sent.effect)} and then with ${status} ${text.slice(0, 300)}`;
  }

  async #post(
    app: App,
    { participant, command, key }: SentCommand,
  ): Promise<{ status: number; retryAfter: string | null; text: string }> {
    const response = await fetch(`${app.url}/api${command.path}`, {
      method: command.method,
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${participant.session.token}`,
        "idempotency-key": key,
      },
      body: JSON.stringify(command.body),
      signal: AbortSignal.timeout(attempt_ms_max),
    });
    return {
      status: response.status,
      retryAfter: response.headers.get("retry-after"),
      text: await response.text(),
    };
  }

  #count(status: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  async #attempt(app: App, sent: SentCommand): Promise<void> {
    const answer = await this.#post(app, sent).catch(() => undefined);
    this.#count(answer?.status ?? 0);
    if (!answer) return;
    const { status, retryAfter, text } = answer;
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

  /** Tokens expire after 15 minutes, or immediately if a clock is stepped further than that. */
  async #signInAgain(app: App, participant: Participant): Promise<void> {
    const { session } = await signIn(app.url, participant.session.phone, participant.password);
    participant.session = session;
  }
}
