/**
 * Proves that the database matches its log: every hash, position, version and balance of the log, the head, and every
 * row of every projection, and the auditor's sums of days, and that the log keeps the rules of the money (fold.ts), all in
 * one snapshot. It changes nothing and blocks no writer.
 */
import type pg from "pg";
import type { DatabaseClient } from "../connect/database-client.ts";
import { daySumFindings } from "./audit/day-sums.ts";
import { foldFindings } from "./fold.ts";
import { type Finding, headDifferences } from "./replay/finding.ts";
import { type OnProgress, type ReplayBounds, type Replayed, replayLog } from "./replay/replay.ts";
import { compare, completeShadow, countCommands } from "./replay/shadow.ts";
import { besideSnapshot, inTransaction } from "./replay/transaction.ts";

export interface VerifyReport {
  /** Empty: everything is right. Else only the first broken event, or the rows that differ from the log. */
  findings: Finding[];
  /** The last correct event. Whoever keeps this hash elsewhere can prove that the log before it never changed. */
  head: { position: number; hash: string };
}

export interface VerifyOptions {
  onProgress?: OnProgress;
  bounds?: ReplayBounds;
}

/** Differing rows named for each table: there may be millions, and the first ones show what is wrong. */
const rows_named_max = 5;

/**
 * The client is pipelined and outside a transaction, as the owner or as the API's role. What needs no replay is checked on a
 * second connection meanwhile: a replay leaves PostgreSQL idle for half of the time.
 */
export async function verify(
  client: DatabaseClient,
  { onProgress = () => undefined, bounds }: VerifyOptions = {},
): Promise<VerifyReport> {
  return inTransaction(client, "repeatable read", async () => {
    const checking = besideSnapshot(client, checkBeside);
    // In a log that is broken it may fail, and nobody asks then.
    const ended = checking.catch(() => undefined);
    const replayed = await replayLog(client, onProgress, bounds).finally(() => ended);
    const { position, hash } = replayed.head;
    const findings = replayed.finding
      ? [replayed.finding]
      : await findingsOf(client, replayed, await checking);
    return { findings, head: { position, hash } };
  });
}

interface Beside {
  broken: Finding[];
  /** Undefined if they differ from the log. */
  commands: number | undefined;
}

async function checkBeside(client: pg.ClientBase): Promise<Beside> {
  return {
    broken: await foldFindings(client, 0, rows_named_max),
    commands: await countCommands(client),
  };
}

async function findingsOf(client: pg.ClientBase, replayed: Replayed, beside: Beside): Promise<Finding[]> {
  const findings: Finding[] = [];
  const differences = await headDifferences(client, replayed.head);
  if (differences.length > 0) findings.push({ where: "ledger.head", differences });
  for (const name of await completeShadow(client, beside.commands === replayed.commands)) {
    findings.push(...(await compare(client, name, rows_named_max)));
  }
  findings.push(...(await daySumFindings(client, rows_named_max)));
  return [...findings, ...beside.broken, ...(await sumFindings(client))];
}

/** Every movement has two sides, so the balances of all accounts add up to zero. */
export async function sumFindings(client: pg.ClientBase): Promise<Finding[]> {
  const { rows } = await client.query<{ sum: string }>(`
    select ((select coalesce(sum(balance), 0) from ledger.wallet)
      + (select coalesce(sum(balance), 0) from ledger.house_account))::text as sum`);
  const found = rows[0]?.sum ?? "nothing";
  if (found === "0") return [];
  return [{ where: "all accounts", differences: [{ what: "sum of all balances", expected: "0", found }] }];
}
