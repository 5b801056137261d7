/** The tree's blocks in the database: extended after the log grows, and read for proofs. */
import type pg from "pg";
import { leafOf, rootOf } from "./merkle.ts";

/** Leaves of a block: 8 kB. A proof reads one block's leaves and every block's root. */
export const block_leaves = 256;
export const hash_bytes = 32;

/** An event that is added to the tree. */
export interface Grown {
  hash: Buffer;
  wallet: string | null;
}

/** Adds these events after the first `size` ones. Needs an open transaction; only one may run at a time. */
export async function growTree(client: pg.ClientBase, size: number, events: Grown[]): Promise<void> {
  if (events.length === 0) return;
  const leaves = await leavesFor(client, events);
  const first = Math.floor(size / block_leaves);
  const begun = size % block_leaves === 0 ? Buffer.alloc(0) : await readLeaves(client, first);
  const bytes = Buffer.concat([begun, ...leaves]);
  const indexes: number[] = [];
  const blocks: Buffer[] = [];
  const roots: (Buffer | null)[] = [];
  for (let from = 0; from < bytes.length; from += block_leaves * hash_bytes) {
    const block = bytes.subarray(from, from + block_leaves * hash_bytes);
    indexes.push(first + indexes.length);
    blocks.push(block);
    roots.push(block.length === block_leaves * hash_bytes ? rootOf(leavesIn(block)) : null);
  }
  await client.query(
    `insert into audit.tree_block (index, leaves, root)
     select * from unnest($1::bigint[], $2::bytea[], $3::bytea[])
     on conflict (index) do update set leaves = excluded.leaves, root = excluded.root`,
    [indexes, blocks, roots],
  );
}

/** Continues the count of each wallet's movements. */
async function leavesFor(client: pg.ClientBase, events: Grown[]): Promise<Buffer[]> {
  const wallets = [...new Set(events.flatMap(({ wallet }) => wallet ?? []))];
  const { rows } = await client.query<{ wallet: string; movements: number }>(
    "select wallet, movements from audit.tree_wallet where wallet = any($1::uuid[])",
    [wallets],
  );
  const counts = new Map(rows.map(({ wallet, movements }) => [wallet, movements]));
  const leaves = events.map(({ hash, wallet }) => {
    if (wallet === null) return leafOf(hash, 0);
    const movement = (counts.get(wallet) ?? 0) + 1;
    counts.set(wallet, movement);
    return leafOf(hash, movement);
  });
  await client.query(
    `insert into audit.tree_wallet (wallet, movements) select * from unnest($1::uuid[], $2::bigint[])
     on conflict (wallet) do update set movements = excluded.movements`,
    [wallets, wallets.map((wallet) => counts.get(wallet) ?? 0)],
  );
  return leaves;
}

async function readLeaves(client: pg.ClientBase, index: number): Promise<Buffer> {
  const { rows } = await client.query<{ leaves: Buffer }>(
    "select leaves from audit.tree_block where index = $1::bigint",
    [index],
  );
  if (!rows[0]) throw new Error(`the tree has no block ${index}`);
  return rows[0].leaves;
}

export function leavesIn(block: Buffer): Buffer[] {
  return Array.from({ length: block.length / hash_bytes }, (_, n) =>
    block.subarray(n * hash_bytes, (n + 1) * hash_bytes),
  );
}

/** The root over all stored leaves, which must be those of `size` events. */
export async function readRoot(client: pg.ClientBase, size: number): Promise<Buffer> {
  const { rows } = await client.query<{ root: Buffer | null; leaves: Buffer | null }>(
    `select root, case when root is null then leaves end as leaves from audit.tree_block
     where index < ceil($1::bigint / ${block_leaves}.0) order by index`,
    [size],
  );
  return rootOf(rows.map(({ root, leaves }) => root ?? rootOf(leavesIn(leaves!))));
}
