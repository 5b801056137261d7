/** The path of one event to the root of a daily head, for a receipt. */
import { sql } from "kysely";
import type { Database } from "../../tables/open-reads.ts";
import type { DailyHead } from "./daily-head.ts";
import { levelsOf, pathOf, rootOf } from "./merkle.ts";
import { block_leaves, hash_bytes, leavesIn } from "./tree.ts";

export interface EventProof extends DailyHead {
  /** The number of the movement in its wallet. */
  movement: number;
  path: string[];
}

/**
 * Under the first head that was published after the event. If no head was ever sent out, under the first that was stored, which
 * people can copy by hand. Undefined until there is one.
 */
export async function proofOf(db: Database, position: number): Promise<EventProof | undefined> {
  const { rows } = await sql<DailyHead>`
    select day, position, hash, root from audit.daily_head where position >= ${position}
    order by sent_at is null, day limit 1`.execute(db);
  const [head] = rows;
  if (!head) return undefined;
  const [movement, path] = await Promise.all([numberOf(db, position), pathIn(db, position, head.position)]);
  return { ...head, movement, path: path.map((node) => node.toString("hex")) };
}

async function numberOf(db: Database, position: number): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select count(*) as number from ledger.event
    where wallet = (select wallet from ledger.event where position = ${position}) and position <= ${position}`.execute(
    db,
  );
  return rows[0]!.number;
}

/** In the tree as it was when it had `size` leaves: its last block was shorter than it may be now. */
async function pathIn(db: Database, position: number, size: number): Promise<Buffer[]> {
  const own = Math.floor((position - 1) / block_leaves);
  const cut = Math.floor(size / block_leaves);
  const { rows } = await sql<{ index: number; root: Buffer | null; leaves: Buffer | null }>`
    select index, root, case when index in (${own}, ${cut}) then leaves end as leaves from audit.tree_block
    where index < ceil(${size}::bigint / ${block_leaves}::numeric) order by index`.execute(db);
  const leavesOf = ({ index, leaves }: { index: number; leaves: Buffer | null }) =>
    leaves ? leavesIn(index === cut ? leaves.subarray(0, (size % block_leaves) * hash_bytes) : leaves) : [];
  const roots = rows.map((block) => (block.index === cut ? rootOf(leavesOf(block)) : block.root!));
  const block = rows[own];
  if (!block) throw new Error(`the tree has no block ${own}`);
  return [
    ...pathOf(levelsOf(leavesOf(block)), (position - 1) % block_leaves),
    ...pathOf(levelsOf(roots), own),
  ];
}
