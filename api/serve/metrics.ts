/** Metrics for Prometheus. Each server has its own registry, so that several can run in one process. */
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Commit } from "#ledger/log/writer.ts";

export interface Metrics {
  /** Other parts register their metrics here, such as a job queue or a gateway. */
  registry: Registry;
  observeRequest(request: { method: string; route: string; status: number; took_ms: number }): void;
  observeCommit(commit: Commit): void;
}

/** Values that are read only when Prometheus scrapes. */
export interface Sources {
  waiting: () => number;
  sockets: () => number;
  /** Undefined if the database does not answer. */
  lag: () => Promise<{ positions: number; seconds: number } | undefined>;
  /** Messages, webhook deliveries and push notifications waiting to be sent; undefined if the database does not answer. */
  messages: () => Promise<number | undefined>;
  /** How many differences the auditor has found in the books. */
  findings: () => Promise<number>;
  /** Seconds since the moment that a restore would bring back; undefined without a backup. */
  backupAge: () => Promise<number | undefined>;
  /** Messages since yesterday that nothing sends again. */
  failedMessages: () => Promise<{ state: string; count: number }[]>;
  pool: { totalCount: number; idleCount: number; waitingCount: number };
}

const requestBuckets_s = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const commitBuckets_s = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];
const batchBuckets = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

export function createMetrics(sources: Sources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: "cedibook_http_request_duration_seconds",
    help: "Time from a request's first byte to its answer. The count is the number of requests.",
    labelNames: ["method", "route", "status"],
    buckets: requestBuckets_s,
    registers,
  });
  const commits = new Histogram({
    name: "cedibook_ledger_commit_duration_seconds",
    help: "Time from the start of a batch of commands to the database's answer.",
    buckets: commitBuckets_s,
    registers,
  });
  const batches = new Histogram({
    name: "cedibook_ledger_batch_commands",
    help: "Number of commands in a batch.",
    buckets: batchBuckets,
    registers,
  });
  registerGauges(registers, sources);
  return {
    registry,
    observeRequest({ method, route, status, took_ms }) {
      requests.observe({ method, route, status }, took_ms / 1000);
    },
    observeCommit({ commands, took_ms }) {
      // A writer that has just started has written nothing.
      if (commands === 0) return;
      commits.observe(took_ms / 1000);
      batches.observe(commands);
    },
  };
}

function registerGauges(registers: Registry[], sources: Sources): void {
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name: `cedibook_${name}`,
      help,
      registers,
      async collect() {
        this.set(await read());
      },
    });
  gauge("ledger_commands_waiting", "Commands waiting for the writer.", sources.waiting);
  gauge("live_sockets", "Open sockets of the live feed.", sources.sockets);
  gauge("database_connections", "Connections for reads.", () => sources.pool.totalCount);
  gauge("database_connections_idle", "Idle connections for reads.", () => sources.pool.idleCount);
  gauge("database_reads_waiting", "Reads waiting for a connection.", () => sources.pool.waitingCount);
  gauge(
    "messages_waiting",
    "Messages, webhook deliveries and push notifications waiting to be sent. NaN if the database does not answer.",
    async () => (await sources.messages()) ?? Number.NaN,
  );
  new Gauge({
    name: "cedibook_messages_failed",
    help: "SMS and emails since yesterday that were not sent and will not be, by state: refused by the gateway, expired, or unsent for want of a gateway or a number. Counted up to 1,000. None if the database does not answer.",
    labelNames: ["state"],
    registers,
    async collect() {
      this.reset();
      for (const { state, count } of await sources.failedMessages().catch(() => []))
        this.set({ state }, count);
    },
  });
  gauge(
    "books_findings",
    "Differences that the auditor has found in the books: above 0, they are red. NaN if the database does not answer.",
    () => sources.findings().catch(() => Number.NaN),
  );
  gauge(
    "backup_age_seconds",
    "How much a restore of the newest backup and its tails would lose. NaN if there is none or the database does not answer.",
    async () => (await sources.backupAge().catch(() => undefined)) ?? Number.NaN,
  );
  gauge(
    "follower_lag_positions",
    "Events that this process has not followed yet. NaN if the database does not answer.",
    async () => (await sources.lag())?.positions ?? Number.NaN,
  );
  gauge(
    "follower_lag_seconds",
    "Age of the oldest event that this process has not followed yet. NaN if the database does not answer.",
    async () => (await sources.lag())?.seconds ?? Number.NaN,
  );
}
