/** A verification of the whole log on request, with its progress. All processes together run one at a time. */
import type pg from "pg";
import type { DatabaseClient } from "../../connect/database-client.ts";
import { verify } from "../verify.ts";

interface Connections {
  /** Pipelined, and used for nothing else during the verification. */
  reads: DatabaseClient;
  /** For the progress, which must be visible before the transaction of `reads` ends. */
  notes: pg.Pool;
}

const note_every_ms = 300;

/** A request while a verification is running joins that one. */
export const unlessOpen = "on conflict ((true)) where finished_at is null do nothing";

/** Runs the requested verification, if any. One that another process left unfinished starts again. */
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
    // If a note is lost, the next one replaces it.
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
