/** The day's head, sent out of the database, so that nobody can rewrite earlier events unnoticed. */
import { open } from "node:fs/promises";
import type pg from "pg";
import { readRoot } from "./tree.ts";

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
