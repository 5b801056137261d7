/** Makes the projections again from the log alone, with the code that wrote them: the same rows, byte for byte. */
import type pg from "pg";
import { type Finding, headDifferences, type LogEnd } from "./replay/finding.ts";
import { type OnProgress, replayLog } from "./replay/replay.ts";
import { completeShadow, countCommands, restore } from "./replay/shadow.ts";
import { inTransaction } from "./replay/transaction.ts";

export interface RebuildReport {
  /** Set if the log is broken: then nothing was changed. */
  finding: Finding | undefined;
  head: { position: number; hash: string };
  /** How many rows differed from the log, by table. Correct rows were not touched. */
  restored: Record<string, number>;
}

export interface RebuildOptions {
  onProgress?: OnProgress;
}

/**
 * As the owner: one transaction under the head's lock, so writers wait and readers see the old rows until it ends.
 * It refuses a broken log, and a log that ends elsewhere than the head says: a rebuild from a log that lost its last
 * events would hide the loss. The client comes from connect.ts, pipelined.
 */
export async function rebuild(
  client: pg.ClientBase,
  { onProgress = () => undefined }: RebuildOptions = {},
): Promise<RebuildReport> {
  return inTransaction(client, "read committed", async () => {
    await client.query("select from ledger.head for update");
    const { finding, head, commands } = await replayLog(client, onProgress);
    const { position, hash } = head;
    const lost = (await headDifferences(client, head)).filter(({ what }) => witnesses.has(what));
    const broken = finding ?? (lost.length > 0 ? { where: "ledger.head", differences: lost } : undefined);
    if (broken) return { finding: broken, head: { position, hash }, restored: {} };
    const restored = await restoreAll(client, head, commands);
    // Writers keep rows in memory from batch to batch, and the log's hash does not show that those rows were wrong.
    if (Object.keys(restored).length > 0)
      await client.query("update ledger.head set rebuilds = rebuilds + 1");
    return { finding: undefined, head: { position, hash }, restored };
  });
}

/** Columns of the head that show a lost end of the log; the others follow from the log. */
const witnesses = new Set(["rows", "position", "hash"]);

/** Makes the tables equal to the replay's copies. */
export async function restoreAll(
  client: pg.ClientBase,
  head: LogEnd,
  commands: number,
): Promise<Record<string, number>> {
  const restored: Record<string, number> = {};
  for (const name of await completeShadow(client, (await countCommands(client)) === commands)) {
    const rows = await restore(client, name);
    if (rows > 0) restored[name] = rows;
  }
  const { rowCount } = await client.query(
    `update ledger.head set position = $1::bigint, orders_placed = $2::bigint, recorded_at = $3::timestamptz,
       hash = decode($4, 'hex')
     where (position, orders_placed, recorded_at, hash) is distinct from ($1, $2, $3, decode($4, 'hex'))`,
    [head.position, head.orders_placed, head.recorded_at, head.hash],
  );
  if (rowCount) restored["head"] = rowCount;
  return restored;
}
