/**
 * Proves that the database is what its log says: every hash, position, version and balance of the log, the head, and
 * every row of every projection, all as of one moment. Nothing is changed and nobody is kept from writing.
 */
import type pg from "pg";
import { type Finding, headDifferences } from "./replay/finding.ts";
import { type OnProgress, type ReplayBounds, type Replayed, replayLog } from "./replay/replay.ts";
import { compare, completeShadow } from "./replay/shadow.ts";
import { inTransaction } from "./replay/transaction.ts";

export interface VerifyReport {
  /** Empty: all is as it must be. Else the first broken event alone, or rows that are not what the log says. */
  findings: Finding[];
  /** The last event that is whole. Who keeps this hash elsewhere can prove that the log before it never changed. */
  head: { position: number; hash: string };
}

export interface VerifyOptions {
  onProgress?: OnProgress;
  bounds?: ReplayBounds;
}

/** Differing rows named per table: the first ones tell what is wrong, and all of them may be very many. */
const rows_named_max = 5;

/** The client is made by connect.ts and pipelined, as owner or as the API's role, and in no transaction. */
export async function verify(
  client: pg.ClientBase,
  { onProgress = () => undefined, bounds }: VerifyOptions = {},
): Promise<VerifyReport> {
  return inTransaction(client, "repeatable read", async () => {
    const replayed = await replayLog(client, onProgress, bounds);
    const { position, hash } = replayed.head;
    return { findings: await findingsOf(client, replayed), head: { position, hash } };
  });
}

async function findingsOf(client: pg.ClientBase, replayed: Replayed): Promise<Finding[]> {
  if (replayed.finding) return [replayed.finding];
  const findings: Finding[] = [];
  const differences = await headDifferences(client, replayed.head);
  if (differences.length > 0) findings.push({ where: "ledger.head", differences });
  for (const name of await completeShadow(client, replayed.commands)) {
    findings.push(...(await compare(client, name, rows_named_max)));
  }
  return [...findings, ...(await sumFindings(client))];
}

/** Every movement has two sides, so all accounts together hold nothing. */
export async function sumFindings(client: pg.ClientBase): Promise<Finding[]> {
  const { rows } = await client.query<{ sum: string }>(`
    select ((select coalesce(sum(balance), 0) from ledger.wallet)
      + (select coalesce(sum(balance), 0) from ledger.house_account))::text as sum`);
  const found = rows[0]?.sum ?? "nothing";
  if (found === "0") return [];
  return [{ where: "all accounts", differences: [{ what: "sum of all balances", expected: "0", found }] }];
}
