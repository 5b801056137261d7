/**
 * A wallet's statement as a file that proves itself: each movement as it was hashed, and its path to the root of the
 * tree. It has only hashes of other people's events, which reveal nothing, because each event contains a random id.
 */
import { sql } from "kysely";
import type { LedgerEvent } from "#ledger/core/events.ts";
import type { DailyHead } from "./daily-head.ts";
import { canonicalEvent } from "../../log/hash.ts";
import { eventColumns } from "../../tables/logged-event.ts";
import { consistencyProof, levelsOf, pathOf, rootOf } from "./merkle.ts";
import type { Database } from "../../tables/open-reads.ts";
import { block_leaves, leavesIn } from "./tree.ts";

export const statement_format = "cedibook statement 1";

/** The file's first line. */
export interface StatementHead {
  format: typeof statement_format;
  user: string;
  /** The head of all proofs. */
  head: { position: number; hash: string; root: string };
  /**
   * The last head that was sent before it, with the proof that the head's tree begins with that one's. If no head was
   * ever sent, the last one that was stored, which people can copy by hand.
   */
  sent: (DailyHead & { proof: string[] }) | null;
}

/** Each following line: a movement. The line number is the movement's number. */
export interface StatementLine {
  /** As it was hashed: RFC 8785. */
  event: string;
  /** The hash of the previous event in the log, and its own. */
  previous: string;
  hash: string;
  /** The neighbours on the path to the root. */
  path: string[];
}

/** The file's last line. */
export interface StatementEnd {
  movements: number;
  /** Pesewas. */
  balance: number;
}

/** The tree at the time the file was started. Each proof reads one block of it. */
export class StatementFile {
  readonly head: StatementHead;
  readonly #db: Database;
  readonly #levels: Buffer[][];
  readonly #tail: Buffer[];
  #movements = 0;
  #balance = 0;

  private constructor(db: Database, head: StatementHead, levels: Buffer[][], tail: Buffer[]) {
    this.#db = db;
    this.head = head;
    this.#levels = levels;
    this.#tail = tail;
  }

  static async open(db: Database, user: string): Promise<StatementFile> {
    const { position, hash, chunks, tail } = await readTree(db);
    const levels = levelsOf(chunks);
    const root = levels.at(-1)?.[0] ?? rootOf([]);
    const sent = await readSent(db, position);
    const proof = sent && (await proofSince(db, sent.position, position, chunks, tail));
    const head: StatementHead = {
      format: statement_format,
      user,
      head: { position, hash, root: root.toString("hex") },
      sent: sent && proof ? { ...sent, proof: proof.map((node) => node.toString("hex")) } : null,
    };
    return new StatementFile(db, head, levels, tail);
  }

  /** The lines of the next movements after a position, oldest first. Must be called once for each portion, in order. */
  async next(after: number, limit: number): Promise<{ position: number; line: string }[]> {
    const { user, head } = this.head;
    const { rows } = await sql<LedgerEvent & { previous: string | null; hash: string }>`
      select e.*, encode(p.hash, 'hex') as previous from (
        select ${sql.raw(eventColumns)}, encode(hash, 'hex') as hash from ledger.event
        where wallet = ${user} and position > ${after} and position <= ${head.position} order by position limit ${limit}
      ) e left join ledger.event p on p.position = e.position - 1 order by e.position`.execute(this.#db);
    const events = rows.map(({ previous, hash, ...event }) => ({
      event: event as LedgerEvent,
      previous: previous ?? "00".repeat(32),
      hash,
    }));
    const blocks = await this.#blocks(events.map(({ event }) => event.position));
    return events.map(({ event, previous, hash }) => {
      this.#movements += 1;
      this.#balance = event.balance_after ?? 0;
      const path = this.#path(event.position, blocks).map((node) => node.toString("hex"));
      const line: StatementLine = { event: canonicalEvent(event), previous, hash, path };
      return { position: event.position, line: JSON.stringify(line) };
    });
  }

  end(): string {
    return JSON.stringify({ movements: this.#movements, balance: this.#balance } satisfies StatementEnd);
  }

  async #blocks(positions: number[]): Promise<Map<number, Buffer[][]>> {
    const full = this.#full;
    const wanted = [...new Set(positions.map(blockOf))].filter((index) => index < full);
    const { rows } = await sql<{ index: number; leaves: Buffer }>`
      select index, leaves from audit.tree_block where index = any(${wanted}::bigint[])`.execute(this.#db);
    const blocks = new Map(rows.map(({ index, leaves }) => [index, levelsOf(leavesIn(leaves))]));
    return blocks.set(full, levelsOf(this.#tail));
  }

  /** The number of full blocks of the tree. */
  get #full(): number {
    return Math.floor(this.head.head.position / block_leaves);
  }

  #path(position: number, blocks: Map<number, Buffer[][]>): Buffer[] {
    const index = blockOf(position);
    const levels = blocks.get(index);
    if (!levels) throw new Error(`the tree has no block ${index}`);
    return [...pathOf(levels, (position - 1) % block_leaves), ...pathOf(this.#levels, index)];
  }
}

function blockOf(position: number): number {
  return Math.floor((position - 1) / block_leaves);
}

/** The blocks' roots, and the leaves of the last block if it is not full. */
async function readTree(db: Database) {
  const { rows } = await sql<{ position: number; hash: string; root: Buffer | null; leaves: Buffer | null }>`
    select s.position, encode(s.hash, 'hex') as hash, b.root, case when b.root is null then b.leaves end as leaves
    from audit.state s left join audit.tree_block b on true order by b.index`.execute(db);
  const { position = 0, hash = "" } = rows[0] ?? {};
  const last = rows.at(-1)?.leaves;
  const tail = last ? leavesIn(last) : [];
  const chunks = rows.flatMap(({ root, leaves }) => root ?? (leaves ? rootOf(leavesIn(leaves)) : []));
  return { position, hash, chunks, tail };
}

async function readSent(db: Database, upTo: number): Promise<DailyHead | null> {
  const { rows } = await sql<DailyHead>`
    select day, position, hash, root from audit.daily_head where position <= ${upTo}
    order by sent_at is null, day desc limit 1`.execute(db);
  return rows[0] ?? null;
}

async function proofSince(
  db: Database,
  first: number,
  size: number,
  chunks: Buffer[],
  tail: Buffer[],
): Promise<Buffer[]> {
  const border = Math.floor(first / block_leaves);
  const { rows } = await sql<{ leaves: Buffer }>`
    select leaves from audit.tree_block where index = ${border}`.execute(db);
  const borderLeaves =
    border === Math.floor(size / block_leaves) ? tail : rows[0] ? leavesIn(rows[0].leaves) : [];
  const rangeRoot = (from: number, to: number): Buffer => {
    const index = Math.floor(from / block_leaves);
    const isWhole = from % block_leaves === 0 && (to % block_leaves === 0 || to === size);
    if (isWhole) return rootOf(chunks.slice(index, Math.ceil(to / block_leaves)));
    const leaves = index === border ? borderLeaves : tail;
    return rootOf(leaves.slice(from - index * block_leaves, to - index * block_leaves));
  };
  return consistencyProof(first, size, rangeRoot);
}
