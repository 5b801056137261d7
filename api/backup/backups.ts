/** Makes backups on a schedule: each turn is a process of its own, and one process of the shop has it. */
import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import type { Logger } from "pino";
import { forkTask, killTask } from "../serve/tasks.ts";
import type { SecurityEvents } from "../serve/security-events.ts";
import type { RoundOrder } from "./backup-process.ts";
import type { BackupSettings, RoundKind, RoundReport } from "./round.ts";
import { sql } from "kysely";
import type { Pool } from "pg";
import type { Database } from "#ledger/tables/open-reads.ts";
import { serverLimits } from "#contract/terms/server-limits.ts";

const script = join(import.meta.dirname, "backup-process.ts");

interface Surroundings {
  databaseUrl: string;
  log: Logger;
  security: SecurityEvents;
}

export class Backups {
  readonly #settings: BackupSettings;
  readonly #surroundings: Surroundings;
  readonly #timer: NodeJS.Timeout;
  readonly #running = new Map<RoundKind, ChildProcess>();

  constructor(settings: BackupSettings, surroundings: Surroundings) {
    this.#settings = settings;
    this.#surroundings = surroundings;
    this.#timer = setInterval(() => this.#takeTurns(), settings.tail_ms);
    this.#takeTurns();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([...this.#running.values()].map(killTask));
  }

  /** A full backup takes longer than a minute in a large shop, and the tails of the one before go on. */
  #takeTurns(): void {
    for (const kind of ["full", "tail"] as const) if (!this.#running.has(kind)) this.#start(kind);
  }

  #start(kind: RoundKind): void {
    const { databaseUrl, log } = this.#surroundings;
    const child = forkTask(script);
    this.#running.set(kind, child);
    child.on("message", (report: RoundReport) => this.#hear(kind, report));
    child.on("error", (error) => log.warn({ err: error }, "a backup could not start"));
    child.once("exit", () => this.#running.delete(kind));
    const order: RoundOrder = { kind, databaseUrl, settings: this.#settings };
    child.send(order);
  }

  #hear(kind: RoundKind, { stored, failure, alarm }: RoundReport): void {
    const { log, security } = this.#surroundings;
    if (stored) log[kind === "full" ? "info" : "debug"](stored, `stored a ${kind} backup`);
    if (failure !== undefined) log.warn({ reason: failure }, `the ${kind} backup failed and will be retried`);
    if (alarm === undefined) return;
    log.error({ reason: alarm }, "the backups are too old");
    security.noteOwn({ kind: "backups too old", detail: alarm });
  }
}

/** Seconds since the moment that a restore would bring back; undefined if there is no backup. */
export async function backupAge_s(pool: Pool): Promise<number | undefined> {
  const { rows } = await pool.query<{ age: number | null }>(
    "select extract(epoch from now() - shipped_at)::float8 as age from shop.backup",
  );
  return rows[0]?.age ?? undefined;
}

interface BackupState {
  /** The moment that a restore would bring back; null before the first backup. */
  last_at: string | null;
  /** The newest backup is missing or too old, as the shop's own turns noted, or because nobody takes any. */
  is_overdue: boolean;
}

/** Undefined if no backups are set up: this process makes none, and no process ever has. */
export async function backupState(db: Database, makesBackups: boolean): Promise<BackupState | undefined> {
  const { rows } = await sql<BackupState & { has_target: boolean }>`
    select shipped_at as last_at, target is not null as has_target,
      failed_at is not null
        or coalesce(shipped_at < now() - ${serverLimits.backup_age_ms_max} * interval '1 millisecond', false) as is_overdue
    from shop.backup`.execute(db);
  const { has_target, ...state } = rows[0]!;
  return makesBackups || has_target ? state : undefined;
}
