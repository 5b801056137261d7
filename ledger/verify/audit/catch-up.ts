/**
 * Verifies the events since the last time: every hash, version and balance, as verify does. Evolves the twins of the
 * projections (schema audit), and stores in the same transaction the sums that reveal a later change, the tree, the
 * amounts by which movements are searched, and the sums of days.
 */
import type pg from "pg";
import { emptyState } from "#ledger/core/state.ts";
import { loadCommon } from "../../log/load.ts";
import { Chain } from "../replay/chain.ts";
import type { Finding } from "../replay/finding.ts";
import { readLog } from "../replay/log-rows.ts";
import { Replay } from "../replay/replay.ts";
import { byKey } from "../replay/shadow.ts";
import type { Target } from "../../tables/tables.ts";
import { addCommands } from "./commands.ts";
import { sumDays } from "./day-sums.ts";
import { addToBlocks } from "./log-blocks.ts";
import { type AuditState, readState, writeState } from "./state.ts";
import { growTree, type Grown } from "./tree.ts";

/** Some 4 s of work, which is lost if the process ends. */
const events_max = 200_000;

/** A new event is broken. The transaction must be rolled back. */
export class Broken extends Error {
  override name = "Broken";
  readonly finding: Finding;

  constructor(finding: Finding) {
    super(`broken at ${finding.where}`);
    this.finding = finding;
  }
}

const twins: Target = { schema: "audit", sums: "add" };

/**
 * Needs an open transaction in UTC, and must run alone. Returns where it ended; `isAtHead`: that is the end of the log in
 * this snapshot. @throws Broken
 */
export async function catchUp(client: pg.ClientBase): Promise<AuditState & { isAtHead: boolean }> {
  const from = await readState(client);
  await client.query(byKey);
  const replay = await begin(client, from);
  let size = from.position;
  for await (const rows of readLog(client, undefined, { after: from.position, events_max })) {
    const finding = await replay.replayRows(rows);
    if (finding) throw new Broken(finding);
    const grown = rows.map((row): Grown => ({ hash: Buffer.from(row[13], "hex"), wallet: row[9] }));
    await growTree(client, size, grown);
    size += rows.length;
  }
  await replay.finish();
  const { position, hash, recorded_at, orders_placed } = replay.head;
  await sumDays(client, position);
  await copyActs(client, position);
  if (position === from.position) return { ...from, isAtHead: true };
  await addToBlocks(client, from.position, position);
  await addAmounts(client, from.position, position);
  const commands = await addCommands(client, from, position);
  const state = { position, hash, recorded_at, orders_placed, ...commands };
  await writeState(client, state);
  return { ...state, isAtHead: position - from.position < events_max };
}

async function begin(client: pg.ClientBase, from: AuditState): Promise<Replay> {
  const { position, hash, recorded_at, orders_placed } = from;
  const chain = Object.assign(new Chain(), { position, hash, recorded_at });
  const state = { ...emptyState(), position, orders_placed };
  (await loadCommon(client, twins.schema))(state);
  return new Replay(client, undefined, twins, { chain, state });
}

/** The twin of the acts, which no event evolves. It has its own end, because an older auditor beside this one does not know it. */
async function copyActs(client: pg.ClientBase, upTo: number): Promise<void> {
  await client.query(
    `insert into audit.act select * from ledger.logged_act
     where position > (select acts from audit.state) and position <= $1::bigint`,
    [upTo],
  );
  await client.query("update audit.state set acts = $1::bigint where acts < $1::bigint", [upTo]);
}

async function addAmounts(client: pg.ClientBase, after: number, upTo: number): Promise<void> {
  await client.query(
    `insert into audit.amount (amount, position) select amount, position from ledger.event
     where position > $1::bigint and position <= $2::bigint and wallet is not null`,
    [after, upTo],
  );
}
