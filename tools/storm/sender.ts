/** Sends commands as a good client does: each under a key of its own, again and again until there is an answer. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "./apps.ts";
import { type Player, signIn } from "./cast.ts";
import { commandIdOf, type Effect, type StormCommand } from "./commands.ts";

/** One command and what was heard of it. */
export interface Note {
  key: string;
  commandId: string;
  what: string;
  attempts: number;
  /** Unknown: the round ended before an answer came. */
  outcome: "unknown" | "acknowledged" | "refused";
  /** Of the answer. */
  effect?: Effect;
  refusal?: string;
  /** The process that answered, and when, on the clock of performance.now. */
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
/** Answers that promise nothing about the command: try again. */
const undecided: ReadonlySet<number> = new Set([408, 429, 503]);

export class Sender {
  readonly notes: Note[] = [];
  readonly wrongAnswers: WrongAnswer[] = [];
  readonly #apps: readonly App[];
  #isOver = false;

  constructor(apps: readonly App[]) {
    this.#apps = apps;
  }

  /** The round ends: what has no answer by now is given up. */
  giveUp(): void {
    this.#isOver = true;
  }

  beginRound(): void {
    this.#isOver = false;
    this.notes.length = 0;
    this.wrongAnswers.length = 0;
  }

  /** @param turn which process is asked first; each further attempt asks the next one. */
  async send(player: Player, command: StormCommand, turn: number): Promise<Note> {
    const key = randomUUID();
    const note: Note = {
      key,
      commandId: commandIdOf(player.session._id, key),
      what: `${command.method} ${command.path}`,
      attempts: 0,
      outcome: "unknown",
    };
    this.notes.push(note);
    while (note.outcome === "unknown" && !this.#isOver) {
      const app = this.#apps[(turn + note.attempts) % this.#apps.length] as App;
      note.attempts += 1;
      // A network error says nothing about the command; it goes out again under the same key.
      await this.#attempt(app, player, command, note).catch(() => {});
      if (note.outcome === "unknown") await sleep(pause_ms);
    }
    return note;
  }

  async #attempt(app: App, player: Player, command: StormCommand, note: Note): Promise<void> {
    const response = await fetch(`${app.url}/api${command.path}`, {
      method: command.method,
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${player.session.token}`,
        "idempotency-key": note.key,
      },
      body: JSON.stringify(command.body),
      signal: AbortSignal.timeout(attempt_ms_max),
    });
    const text = await response.text();
    const { status } = response;
    if (status >= 500 && status !== 503) {
      this.wrongAnswers.push({ app: app.name, status, request: note.what, text: text.slice(0, 500) });
      return;
    }
    if (status === 401) return this.#signInAgain(app, player);
    if (undecided.has(status)) return;
    note.app = app.name;
    note.answered_ms = performance.now();
    if (response.ok) {
      note.effect = command.effect(JSON.parse(text));
      note.outcome = "acknowledged";
    } else {
      note.refusal = text.slice(0, 200);
      note.outcome = "refused";
    }
  }

  /** Tokens end after a quarter of an hour, or at once if a clock is stepped beyond that. */
  async #signInAgain(app: App, player: Player): Promise<void> {
    const { session } = await signIn(app.url, player.session.phone, player.password);
    player.session = session;
  }
}
