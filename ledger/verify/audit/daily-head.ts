/** The day's head, sent out of the database, so that nobody can rewrite earlier events unnoticed; and a path to its root. */
import { open } from "node:fs/promises";
import type pg from "pg";
import { block_leaves, hash_bytes, leavesIn, readRoot } from "./tree.ts";
import { sql } from "kysely";
import type { Database } from "../../tables/open-reads.ts";
import { levelsOf, pathOf, rootOf } from "./merkle.ts";

export interface DailyHead {
  /** "2026-11-21": the head is the first one that was verified on that day. */
  day: string;
  position: number;
  hash: string;
  /** Root of the tree over the events up to the position. */
  root: string;
}

/** Stores the day's head from what was verified; undefined if the day already has one. */
export async function keepDailyHead(client: pg.ClientBase, day: string): Promise<DailyHead | undefined> {
  const { rows } = await client.query<{ position: number; hash: string; kept: boolean }>(
    `select position, encode(hash, 'hex') as hash, exists (select from audit.daily_head where day = $1::date) as kept
     from audit.state`,
    [day],
  );
  const { position, hash, kept } = rows[0]!;
  if (kept || position === 0) return undefined;
  const root = (await readRoot(client, position)).toString("hex");
  await client.query(
    "insert into audit.daily_head (day, position, hash, root) values ($1, $2, $3, $4) on conflict do nothing",
    [day, position, hash, root],
  );
  return { day, position, hash, root };
}

interface Sending {
  /** Undefined: heads are not sent. */
  headFile?: string | undefined;
  onError: (error: unknown) => void;
}

/**
 * Sends each unsent head exactly once, even if an earlier process ended while it sent one. If the file cannot be written,
 * the next call tries again. Without a file the heads stay unsent until there is one.
 */
export async function sendDailyHeads(client: pg.ClientBase, { headFile, onError }: Sending): Promise<void> {
  if (headFile === undefined) return;
  const { rows } = await client.query<DailyHead>(
    "select day, position, hash, root from audit.daily_head where sent_at is null order by day",
  );
  for (const head of rows) {
    try {
      await appendOnce(headFile, head);
    } catch (error) {
      onError(error);
      return;
    }
    await client.query("update audit.daily_head set sent_at = now() where day = $1", [head.day]);
  }
}

export function dailyHeadLine({ day, position, hash, root }: DailyHead): string {
  return `${day} ${position} ${hash} ${root}\n`;
}

/** Looks at the end of the file first: a process may have written the line and ended before it stored that. */
async function appendOnce(file: string, head: DailyHead): Promise<void> {
  const output = await open(file, "a+");
  try {
    const { size } = await output.stat();
    const tail = Buffer.alloc(Math.min(size, tail_bytes));
    await output.read(tail, 0, tail.length, size - tail.length);
    const text = tail.toString();
    if (text.includes(dailyHeadLine(head))) return;
    // An incomplete line stays on a line of its own.
    await output.write(`${text === "" || text.endsWith("\n") ? "" : "\n"}${dailyHeadLine(head)}`);
    await output.sync();
  } finally {
    await output.close();
  }
}

const tail_bytes = 4096;

interface EventProof extends DailyHead {
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
