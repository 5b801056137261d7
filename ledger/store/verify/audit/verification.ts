/** A verification of the whole log that somebody asked for: one at a time over all processes, with its progress. */
import type pg from "pg";
import type { Finding } from "../replay/finding.ts";
import { verify } from "../verify.ts";

export interface Verification {
  id: number;
  asked_at: string;
  /** A user's id, or "system". */
  asked_by: string;
  started_at: string | null;
  finished_at: string | null;
  /** How far it has come, and how far it has to go. */
  position: number;
  target: number;
  /** Of the last event that is whole. */
  hash: string | null;
  findings: Finding[] | null;
  /** Why it could not be done. */
  failure: string | null;
}

interface Connections {
  /** Pipelined, and used for nothing else meanwhile. */
  reads: pg.ClientBase;
  /** For the progress, which must be seen before the reading's transaction ends. */
  notes: pg.Pool;
}

const note_every_ms = 300;

/** One that is asked for while one is under way is that one. */
export const unlessOpen = "on conflict ((true)) where finished_at is null do nothing";

/** Does the one that is asked for, if any; one that another process left unfinished begins anew. */
export async function doVerification(
  { reads, notes }: Connections,
  rest: () => Promise<void>,
): Promise<boolean> {
  const { rows } = await notes.query<{ id: number }>(
    `update audit.verification set started_at = now(), position = 0, target = (select position from ledger.head)
     where finished_at is null returning id`,
  );
  const id = rows[0]?.id;
  if (id === undefined) return false;
  try {
    const progress = startNotes(notes, id);
    const onProgress = (position: number) => {
      progress.at(position);
      return rest();
    };
    const { findings, head } = await verify(reads, { onProgress }).finally(progress.end);
    await notes.query(
      `update audit.verification set finished_at = now(), position = $2, hash = $3, findings = $4 where id = $1`,
      [id, head.position, head.hash, JSON.stringify(findings)],
    );
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    await notes.query("update audit.verification set finished_at = now(), failure = $2 where id = $1", [
      id,
      failure,
    ]);
  }
  return true;
}

function startNotes(notes: pg.Pool, id: number) {
  let position = 0;
  let noted = 0;
  let writing: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    if (position === noted) return;
    noted = position;
    // A note that was lost is made good by the next one.
    writing = notes
      .query("update audit.verification set position = $2 where id = $1", [id, position])
      .catch(() => undefined);
  }, note_every_ms);
  return {
    at: (reached: number) => void (position = reached),
    end: async () => {
      clearInterval(timer);
      await writing;
    },
  };
}
