/** The day's head, sent out of the database, so that nobody can rewrite what came before it unseen. */
import { open } from "node:fs/promises";
import type pg from "pg";
import { readRoot } from "./tree.ts";

export interface DailyHead {
  /** "2026-11-21": the head is the log's as it was verified on that day first. */
  day: string;
  position: number;
  hash: string;
  /** Of the tree over the events up to the position. */
  root: string;
}

/** Writes down the day's head where there is none yet, from what was verified; undefined where there was one. */
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
  /** Undefined: there is nowhere to send them to. */
  headFile?: string | undefined;
  onError: (error: unknown) => void;
}

/**
 * Sends what was not sent yet: each exactly once, whatever ended the process that tried before. A file that cannot be
 * written is tried again the next time. Without a file nothing counts as sent: it goes when there is one.
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

/** A line that a process wrote and could not note any more is found at the file's end. */
async function appendOnce(file: string, head: DailyHead): Promise<void> {
  const output = await open(file, "a+");
  try {
    const { size } = await output.stat();
    const tail = Buffer.alloc(Math.min(size, tail_bytes));
    await output.read(tail, 0, tail.length, size - tail.length);
    const text = tail.toString();
    if (text.includes(dailyHeadLine(head))) return;
    // A line that was cut short stays as it is, on a line of its own.
    await output.write(`${text === "" || text.endsWith("\n") ? "" : "\n"}${dailyHeadLine(head)}`);
    await output.sync();
  } finally {
    await output.close();
  }
}

const tail_bytes = 4096;
