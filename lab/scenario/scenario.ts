/** Customers and admins use some processes of the shop. Something happens meanwhile, and then the books are checked. */
import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseClient } from "../../ledger/connect/database-client.ts";
import { LedgerCheck } from "./check-ledger.ts";
import { Load } from "./load.ts";
import { type Participants, registerParticipants } from "./participants.ts";
import { Sender, type Target } from "./sender.ts";
import { waitFor } from "../waiting.ts";

export interface Stage {
  apps: readonly (Target & { crashes?: string[] })[];
  /** On the database that leads now, as the superuser. */
  use<T>(work: (client: DatabaseClient) => Promise<T>): Promise<T>;
}

/** What was measured and what went wrong. */
export interface Happened {
  /** In ms, by name; undefined if it took too long. */
  times?: Record<string, number | undefined>;
  /** Each begins with what it is, such as "stale: ". */
  failures?: string[];
  /** More lines for the reader. */
  notes?: string[];
}

export interface RoundReport extends Required<Happened> {
  name: string;
  acknowledged: number;
  /** How often clients had to send a command again. */
  retries: number;
}

interface Round {
  name: string;
  /** How long the load lasts before and after what happens. */
  before_ms: number;
  after_ms: number;
  /** How long clients wait for outstanding answers when the load ends. */
  answers_ms_max: number;
  act: () => Promise<Happened>;
  /** Looks at what else must be right when the load has ended. */
  look?: (ended_ms: number) => Promise<Happened>;
}

export interface ScenarioOptions {
  packageId: string;
  seed: number;
  /** Number of the first customer, which must be unused. */
  first?: number;
  /** How long a client waits for an answer before it asks again. */
  attempt_ms_max?: number;
  /** Of the same log, if there were scenarios before. */
  ledger?: LedgerCheck;
}

const customers_count = 4;

export class Scenario {
  readonly stage: Stage;
  readonly participants: Participants;
  readonly sender: Sender;
  readonly ledger: LedgerCheck;
  readonly #load: Load;

  private constructor(stage: Stage, participants: Participants, options: ScenarioOptions) {
    this.stage = stage;
    this.participants = participants;
    this.sender = new Sender(stage.apps, options.attempt_ms_max);
    this.ledger = options.ledger ?? new LedgerCheck();
    this.#load = new Load(this.sender, participants, options.packageId, options.seed);
  }

  static async open(stage: Stage, options: ScenarioOptions): Promise<Scenario> {
    const base = stage.apps[0]?.url ?? "";
    const participants = await registerParticipants(base, customers_count, options.first ?? 1);
    return new Scenario(stage, participants, options);
  }

  async play({ name, before_ms, after_ms, answers_ms_max, act, look }: Round): Promise<RoundReport> {
    const { sender, stage } = this;
    sender.beginRound();
    this.#load.start();
    let happened: Happened;
    try {
      await sleep(before_ms);
      happened = await act();
      await sleep(after_ms);
    } finally {
      await this.#load.stop(answers_ms_max);
    }
    const seen = (await look?.(performance.now())) ?? {};
    const books = await stage.use((client) => this.ledger.checkRound(client, sender.commands));
    return {
      name,
      acknowledged: sender.commands.filter(({ outcome }) => outcome === "acknowledged").length,
      retries: sender.commands.reduce((all, { attempts }) => all + Math.max(0, attempts - 1), 0),
      times: { ...happened.times, ...seen.times },
      notes: [...(happened.notes ?? []), ...(seen.notes ?? [])],
      failures: [
        ...books,
        ...sender.wrongAnswers.map((wrong) => `wrong answer: ${JSON.stringify(wrong)}`),
        ...(seen.failures ?? []),
        ...(happened.failures ?? []),
        ...stage.apps.flatMap((app) => app.crashes?.splice(0) ?? []),
      ],
    };
  }

  /** @returns when the process first acknowledged a purchase after that time; undefined if not in time */
  untilPurchase(app: Target, since_ms: number, ms_max: number): Promise<number | undefined> {
    const times_ms = () => this.sender.purchaseTimes_ms(app).filter((time) => time >= since_ms);
    return waitFor(() => times_ms().toSorted((a, b) => a - b)[0], { ms_max });
  }
}
