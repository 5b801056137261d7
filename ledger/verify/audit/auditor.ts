/**
 * Checks the books in the background. All processes together run one auditor, in its own process with its own connections.
 * - Every second it verifies the new events of the log.
 * - Again and again it compares everything that was verified before (look.ts), as often as that costs little: a
 *   difference shows within a minute up to some five million events on two cores, and later with more.
 * - It runs the full verifications that admins ask for, and one a day.
 * - It keeps and sends the daily head.
 */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { clientClass, connectionConfig, createClient, toolPatience } from "../../connect/connect.ts";
import type { DatabaseClient } from "../../connect/database-client.ts";
import { type DailyHead, keepDailyHead, sendDailyHeads } from "./daily-head.ts";
import { type Folded, follow, look, newMemory } from "./look.ts";
import { doVerification, unlessOpen } from "./verification.ts";
import type { Finding } from "../replay/finding.ts";
import { genesis } from "../../log/hash.ts";
import { emptyHouses, firstSettings, type Projection, projections } from "../replay/shadow.ts";
import { inTransaction } from "../replay/transaction.ts";

export interface AuditorOptions {
  /** As the auditor's role. */
  url: string;
  /** Gets one line a day; undefined: no file. */
  headFile?: string | undefined;
  /** The shortest pause between two looks. */
  pause_ms: number;
  /** Nothing else matters on this machine: every pause is the shortest. */
  isEager?: boolean | undefined;
  signal: AbortSignal;
  /** Called once for each head, when it is stored. */
  onHead: (head: DailyHead) => void;
  /**
   * Called when a look finds another number of differences than the one before (at first: more than 0), and after each
   * full verification that finds any.
   */
  onFindings: (findings: number) => void;
  onError: (error: unknown) => void;
}

/** Key of the advisory lock: any number that nothing else in this database uses. */
export const auditor_lock = 5_008;

const keeper_pause_ms = 2000;
/** Long enough that a very busy machine does not lose the lock. */
const keeper_idle_s_max = 30;
const tick_ms = 1000;
const ask_ms = 250;
/** A look may take one part in so many of the time, if differences still show within a minute. */
const share = 8;
/** The longest time from a difference to the red light: a look that just missed it, the pause and the next look. */
const promise_ms = 50_000;

/** Ends when the signal aborts, or at once if another auditor is running. @throws if a connection is lost. */
export async function audit(options: AuditorOptions): Promise<void> {
  const [keeper, watcher, reader] = await Promise.all(
    ["lock", "watch", "verify"].map((name) => connect(options.url, name)),
  );
  const notes = new pg.Pool({
    ...connectionConfig(options.url, "audit notes", toolPatience),
    ...clientClass,
    max: 1,
  });
  notes.on("error", options.onError);
  try {
    const { rows } = await keeper!.query<{ mine: boolean }>("select pg_try_advisory_lock($1) as mine", [
      auditor_lock,
    ]);
    if (!rows[0]?.mine) return;
    const work = [watch(watcher!, options), answerAsked({ reads: reader!, notes }, options)];
    await Promise.race([Promise.all(work), keepLock(keeper!)]);
  } finally {
    await Promise.allSettled([...[keeper, watcher, reader].map((client) => client!.end()), notes.end()]);
  }
}

async function connect(url: string, name: string): Promise<DatabaseClient> {
  const client = createClient(url, `audit ${name}`, { pipeline: true });
  await client.connect();
  return client;
}

/**
 * Queries the database every other second, so that a dead connection cannot keep the lock: this auditor would run beside
 * another one, and the database would refuse every other one. @throws if the connection is lost.
 */
async function keepLock(keeper: DatabaseClient): Promise<never> {
  await keeper.query(`set idle_session_timeout = '${keeper_idle_s_max}s'`);
  for (;;) {
    await sleep(keeper_pause_ms);
    await keeper.query("select 1");
  }
}

async function watch(client: pg.Client, options: AuditorOptions): Promise<void> {
  const { signal, pause_ms, isEager } = options;
  let due_ms = 0;
  let known = 0;
  const memory = newMemory();
  while (!signal.aborted) {
    if (performance.now() >= due_ms) {
      const { took_ms, findings } = await lookAndNote(client, options, memory);
      if (findings !== known) options.onFindings(findings);
      known = findings;
      await sendDailyHeads(client, options);
      due_ms = performance.now() + (isEager ? pause_ms : pauseAfter(took_ms, pause_ms));
    } else {
      const broken = await follow(client);
      if (broken) due_ms = 0;
    }
    await sleep(Math.min(tick_ms, pause_ms), undefined, { signal }).catch(() => undefined);
  }
}

function pauseAfter(took_ms: number, least_ms: number): number {
  return Math.max(least_ms, took_ms, Math.min(share * took_ms, promise_ms - 2 * took_ms));
}

async function lookAndNote(
  client: pg.Client,
  { onHead }: AuditorOptions,
  memory: Folded,
): Promise<{ took_ms: number; findings: number }> {
  // The first time all events are new, so this time says nothing about the next look.
  await follow(client);
  const started_ms = performance.now();
  const { findings, position, hash } = await look(client, memory);
  const took_ms = Math.round(performance.now() - started_ms);
  await client.query(
    `insert into audit.books as b (checked_at, took_ms, position, hash, findings) values (now(), $1, $2, $3, $4)
     on conflict (id) do update set checked_at = excluded.checked_at, took_ms = excluded.took_ms,
       position = excluded.position, hash = excluded.hash, findings = excluded.findings`,
    [took_ms, position, hash, JSON.stringify(findings)],
  );
  await keepIncident(client, findings);
  // A head is only published for books without findings.
  const head = findings.length === 0 && (await keepDailyHead(client, new Date().toISOString().slice(0, 10)));
  if (head) onHead(head);
  return { took_ms, findings: findings.length };
}

async function answerAsked(
  connections: { reads: DatabaseClient; notes: pg.Pool },
  { signal, onFindings }: AuditorOptions,
): Promise<void> {
  const { notes } = connections;
  while (!signal.aborted) {
    await askDaily(notes);
    if (await doVerification(connections, () => sleep(0))) {
      const { length } = await verifiedFindings(notes);
      if (length > 0) onFindings(length);
    } else await sleep(ask_ms, undefined, { signal }).catch(() => undefined);
  }
}

/** The looks rely on what is stored in the same database. The daily verification relies on the log alone. */
async function askDaily(notes: pg.Pool): Promise<void> {
  await notes.query(`insert into audit.verification (asked_by) select 'system' where not exists (
    select from audit.verification where asked_at > now() - interval '1 day') ${unlessOpen}`);
}

/**
 * Keeps when the books did not balance, and what differed. To be called after each look. Red are the findings of the look, or else those of the last full verification, as on the
 * page. An incident goes on until there are none, and collects what differed meanwhile.
 */
async function keepIncident(client: pg.ClientBase, looked: Finding[]): Promise<void> {
  const findings = looked.length > 0 ? looked : await verifiedFindings(client);
  if (findings.length === 0) {
    await client.query("update audit.incident set ended_at = now() where ended_at is null");
    return;
  }
  const { rows } = await client.query<{ findings: Finding[] }>(
    "select findings from audit.incident where ended_at is null",
  );
  const known = rows[0]?.findings ?? [];
  const merged = JSON.stringify([
    ...new Map([...known, ...findings].map((one) => [one.where, one])).values(),
  ]);
  if (rows[0] && merged === JSON.stringify(known)) return;
  await client.query(
    `insert into audit.incident (findings) values ($1)
     on conflict ((true)) where ended_at is null do update set findings = excluded.findings`,
    [merged],
  );
}

async function verifiedFindings(client: pg.ClientBase | pg.Pool): Promise<Finding[]> {
  const { rows } = await client.query<{ findings: Finding[] }>(
    "select findings from audit.verification where findings is not null order by id desc limit 1",
  );
  return rows[0]?.findings ?? [];
}

/**
 * Lets the auditor begin again: deletes what it verified, keeps the daily heads and the verifications. Returns false if an
 * auditor is running. The client comes from connect.ts.
 */
export function forgetVerified(client: pg.ClientBase): Promise<boolean> {
  return inTransaction(client, "read committed", async () => {
    const { rows } = await client.query<{ free: boolean }>("select pg_try_advisory_xact_lock($1) as free", [
      auditor_lock,
    ]);
    if (!rows[0]?.free) return false;
    const twins = (Object.keys(projections) as Projection[]).filter((name) => name !== "command");
    const sums = ["log_block", "amount", "alone_day", "topup_day"];
    const tables = ["tree_block", "tree_wallet", "books", ...sums, ...twins];
    await client.query(`truncate ${tables.map((table) => `audit."${table}"`).join(", ")};
      insert into audit.house_account ${emptyHouses};
      insert into audit.settings ${firstSettings};
      update audit.days_counted set position = 0`);
    await client.query(
      `update audit.state set position = 0, hash = $1, recorded_at = '1970-01-01T00:00:00Z', orders_placed = 0,
         commands = 0, commands_sum = 0, acts = 0`,
      [genesis],
    );
    return true;
  });
}
