/** Keeps an auditor running: in this process, unless another process of the shop has one. */
import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import type { Pool } from "pg";
import type { Logger } from "pino";
import { auditor_lock } from "#ledger/verify/audit/auditor.ts";
import type { Messages } from "../messages/messages.ts";
import { forkTask, killTask } from "../serve/tasks.ts";
import type { SecurityEvents } from "../serve/security-events.ts";
import type { DailyHead } from "#ledger/verify/audit/daily-head.ts";

export interface AuditorSettings {
  url: string;
  headFile?: string | undefined;
  pause_ms: number;
  isEager?: boolean | undefined;
}

export type AuditorMessage = { head: DailyHead } | { findings: number } | { error: string };

interface Surroundings {
  pool: Pool;
  log: Logger;
  security: SecurityEvents;
  messages: Pick<Messages, "tellRedBooks">;
}

const retry_ms = 3000;
const script = join(import.meta.dirname, "auditor-process.ts");

export class Auditing {
  readonly #settings: AuditorSettings;
  readonly #pool: Pool;
  readonly #log: Logger;
  readonly #security: SecurityEvents;
  readonly #messages: Surroundings["messages"];
  readonly #timer: NodeJS.Timeout;
  #child: ChildProcess | undefined;
  #starting: Promise<void> | undefined;
  #closed = false;

  constructor(settings: AuditorSettings, { pool, log, security, messages }: Surroundings) {
    this.#settings = settings;
    this.#pool = pool;
    this.#log = log;
    this.#security = security;
    this.#messages = messages;
    this.#timer = setInterval(() => this.#ensure(), retry_ms);
    this.#ensure();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#starting;
    if (this.#child) await killTask(this.#child);
  }

  #ensure(): void {
    if (this.#child) return;
    this.#starting ??= this.#start()
      .catch((error: unknown) => {
        this.#log.warn(
          { code: Reflect.get(error as object, "code") },
          "starting the auditor failed and will be retried",
        );
      })
      .finally(() => (this.#starting = undefined));
  }

  async #start(): Promise<void> {
    const { rows } = await this.#pool.query<{ free: boolean }>(
      "select pg_try_advisory_xact_lock($1) as free",
      [auditor_lock],
    );
    if (!rows[0]?.free || this.#closed) return;
    const child = forkTask(script);
    this.#child = child;
    child.on("message", (message: AuditorMessage) => this.#hear(message));
    child.on("error", (error) => this.#log.warn({ err: error }, "the auditor could not start"));
    child.once("exit", () => (this.#child = undefined));
    child.send(this.#settings);
  }

  #noteFindings(findings: number): void {
    if (findings === 0) return this.#log.info("the books balance again");
    this.#security.noteOwn({ kind: "red books", detail: `${findings} findings` });
    this.#messages
      .tellRedBooks()
      .catch((error: unknown) => this.#log.warn({ err: error }, "admins could not be told of red books"));
  }

  #hear(message: AuditorMessage): void {
    if ("head" in message) this.#log.info(message.head, "the daily head of the ledger");
    else if ("findings" in message) this.#noteFindings(message.findings);
    else this.#log.warn({ reason: message.error }, "the auditor failed and will retry");
  }
}
