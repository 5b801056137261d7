/**
 * One look at the books: is the log unchanged since it was verified, do the projections match the log, is the head the
 * end of the log, and do all accounts add up to zero? It continues from the last look, so it costs much less than verify
 * and runs again and again. Verify relies on nothing that is stored here.
 */
import type pg from "pg";
import { type Finding, headDifferences } from "../replay/finding.ts";
import { byTable, compare, type Projection, projections } from "../replay/shadow.ts";
import { inTransaction } from "../replay/transaction.ts";
import { foldFindings } from "../fold.ts";
import { sumFindings } from "../verify.ts";
import { Broken, catchUp } from "./catch-up.ts";
import { commandFindings } from "./commands.ts";
import { changedSince } from "./log-blocks.ts";
import { type AuditState, readState } from "./state.ts";

export interface Look {
  /** Empty: everything is right. */
  findings: Finding[];
  /** The last event that was verified. */
  position: number;
  hash: string;
}

/** What one auditor has found by the rules of the log so far, up to this event. The log never changes, so it stays true. */
export interface Folded {
  folded: number;
  findings: Finding[];
}

export const newMemory = (): Folded => ({ folded: 0, findings: [] });

const rows_named_max = 5;

/** Verifies only the new events. Undefined: all of them are right. */
export async function follow(client: pg.ClientBase): Promise<Finding | undefined> {
  for (;;) {
    try {
      const { isAtHead } = await inTransaction(client, "repeatable read", () => catchUp(client));
      if (isAtHead) return undefined;
    } catch (error) {
      if (error instanceof Broken) return error.finding;
      throw error;
    }
  }
}

/** The client comes from connect.ts, pipelined and outside a transaction. Only one look may run at a time. */
export async function look(client: pg.ClientBase, memory: Folded = newMemory()): Promise<Look> {
  const broken = await follow(client);
  if (broken) {
    const { position, hash } = await readState(client);
    return { findings: [broken], position, hash };
  }
  try {
    return await inTransaction(client, "repeatable read", async () => {
      const state = await catchUp(client);
      const { position, hash } = state;
      await client.query(byTable);
      return { findings: await findingsAt(client, state, memory), position, hash };
    });
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    const { position, hash } = await readState(client);
    return { findings: [error.finding], position, hash };
  }
}

async function findingsAt(client: pg.ClientBase, state: AuditState, memory: Folded): Promise<Finding[]> {
  const changed = await changedSince(client, state.position);
  if (changed) return [changed];
  const findings: Finding[] = [];
  const differences = await headDifferences(client, state);
  if (differences.length > 0) findings.push({ where: "ledger.head", differences });
  const twins = (Object.keys(projections) as Projection[]).filter((name) => name !== "command");
  for (const name of twins) findings.push(...(await compare(client, name, rows_named_max, "audit")));
  findings.push(...(await commandFindings(client, state, rows_named_max)));
  return [...findings, ...(await sumFindings(client)), ...(await foldOn(client, state.position, memory))];
}

/** The first time, the whole log. Later, only what new events are about. */
async function foldOn(client: pg.ClientBase, position: number, memory: Folded): Promise<Finding[]> {
  const fresh = await foldFindings(client, memory.folded, rows_named_max);
  memory.findings = [...memory.findings, ...fresh].slice(0, rows_named_max);
  memory.folded = position;
  return memory.findings;
}
