/** Reads the whole log in order, in batches, every column exactly as it is stored. */
import pg from "pg";
import type { LedgerEvent } from "#ledger/core/events.ts";
import { parseTimestamp } from "../../connect/connect.ts";

/** A row of ledger.event: each column as PostgreSQL's text, so that nothing is rounded or normalized on the way. */
export type LogRow = [
  position: string,
  stream: string,
  version: string,
  type: string,
  data: string,
  actor: string,
  command_id: string,
  fingerprint: string,
  recorded_at: string,
  wallet: string | null,
  counterparty: string | null,
  amount: string | null,
  balance_after: string | null,
  hash: string,
  house: string | null,
];

/** A batch of 4,000 outlived several collections, and the process took 25 to 40 MB more. */
export const usualBatch_rows = 1000;

/**
 * Batches of the log; the next one is fetched while the caller works on this one. A cursor instead of `position > n`
 * also returns rows whose position somebody made negative or duplicated. Needs an open transaction in UTC.
 * `part`: only these events.
 */
export async function* readLog(
  client: pg.ClientBase,
  batch_rows = usualBatch_rows,
  part?: { after: number; events_max: number },
): AsyncGenerator<LogRow[]> {
  const which = part
    ? `where position > ${part.after} order by position limit ${part.events_max}`
    : "order by position";
  await client.query(`declare ledger_log no scroll cursor for
    select position, stream, version, type, data, actor, command_id, encode(fingerprint, 'hex'), recorded_at, wallet,
      counterparty, amount, balance_after, encode(hash, 'hex'), house
    from ledger.event ${which}`);
  let next = fetch(client, batch_rows);
  try {
    for (;;) {
      const rows = await next;
      if (rows.length === batch_rows) next = fetch(client, batch_rows);
      if (rows.length > 0) yield rows;
      if (rows.length < batch_rows) break;
    }
  } finally {
    await next.catch(() => undefined);
  }
  await client.query("close ledger_log");
}

/** The event in a row, or the reason why the ledger cannot have written this row. */
export function parseRow(row: LogRow): LedgerEvent | string {
  const [position, stream, version, type, data, actor, command_id, fingerprint] = row;
  const [, , , , , , , , recorded_at, wallet, counterparty, amount, balance_after, , house] = row;
  try {
    return {
      position: wholeNumber(position),
      stream,
      version: wholeNumber(version),
      type,
      data: data === "{}" ? {} : JSON.parse(data),
      actor,
      command_id,
      fingerprint,
      recorded_at: moment(recorded_at),
      wallet,
      house,
      counterparty,
      amount: amount === null ? null : wholeNumber(amount),
      balance_after: balance_after === null ? null : wholeNumber(balance_after),
    } as LedgerEvent;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function fetch(client: pg.ClientBase, batch_rows: number): Promise<LogRow[]> {
  const rows = new Promise<LogRow[]>((resolve, reject) => {
    const query = new RowTexts(`fetch ${batch_rows} from ledger_log`, (error) => {
      if (error) reject(error);
      else resolve(query.texts);
    });
    client.query(query);
  });
  // The reader awaits it later; a failure before that must not count as unhandled.
  rows.catch(() => undefined);
  return rows;
}

/** Keeps the arrays that pg parsed: pg's own query copies each of them, column by column. */
class RowTexts extends pg.Query {
  readonly texts: LogRow[] = [];

  handleDataRow({ fields }: { fields: LogRow }): void {
    this.texts.push(fields);
  }
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`a number beyond 2^53: ${text}`);
  return value;
}

let last = { text: "", parsed: "" };

/** All events of a writer's batch have the same time, so the last answer is often the next one. */
function moment(text: string): string {
  if (text !== last.text) last = { text, parsed: parsedMoment(text) };
  return last.parsed;
}

/** The usual form without a regular expression: "2026-11-21 10:42:00.123+00". */
function parsedMoment(text: string): string {
  const end = text.length - "+00".length;
  const isUsual = text[10] === " " && text.endsWith("+00") && (end === 19 || text[19] === ".");
  if (!isUsual) return parseTimestamp(text);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, end).padEnd(6, "0")}Z`;
}
