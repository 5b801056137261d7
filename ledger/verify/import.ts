/** Imports an exported log into an empty database: checks the chain line by line, then makes the projections. */
import type pg from "pg";
import { z } from "zod";
import type { LedgerEvent } from "#ledger/core/events.ts";
import { houseAccounts } from "#contract/terms/rails.ts";
import { insertEvents } from "../log/append.ts";
import type { LoggedEvent } from "../tables/logged-event.ts";
import { join } from "../tables/statement.ts";
import { canonicalEvent } from "../log/hash.ts";
import { Chain } from "./replay/chain.ts";
import { findingText } from "./replay/finding.ts";
import { replayLog } from "./replay/replay.ts";
import { inTransaction } from "./replay/transaction.ts";
import { restoreAll } from "./rebuild.ts";

/** The file or the database cannot be used for an import. Nothing was changed. */
export class ImportRefused extends Error {
  override name = "ImportRefused";
}

/** Events per statement. */
const batch_events = 4000;

/** As the owner, in one transaction. The client comes from connect.ts. */
export async function importLog(
  client: pg.ClientBase,
  lines: AsyncIterable<string>,
  onProgress: (position: number) => void = () => undefined,
): Promise<{ position: number; hash: string }> {
  return inTransaction(client, "read committed", async () => {
    await client.query("lock table ledger.head in access exclusive mode");
    await requireEmpty(client);
    const chain = await insertLines(client, lines, onProgress);
    if (chain.position === 0) throw new ImportRefused("the file has no events");
    const { finding, head, commands } = await replayLog(client, () => undefined);
    if (finding)
      throw new ImportRefused(
        `this ledger cannot have written the log in this file: ${findingText(finding)}`,
      );
    if (head.hash !== chain.hash) throw new Error("the stored log differs from the file");
    await restoreAll(client, head, commands);
    // Imported events are old: nobody gets messages about them.
    await client.query("update shop.message_follower set position = $1", [head.position]);
    // Sequences are not rolled back, so this comes last.
    await client.query(
      `select setval('shop.topup_number', max(id)) from ledger.topup having max(id) > 10000`,
    );
    return { position: head.position, hash: head.hash };
  });
}

async function requireEmpty(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ empty: boolean }>(`
    select (select position from ledger.head) = 0 and not exists (select from ledger.event)
      and not exists (select from ledger.command) and not exists (select from ledger.account) as empty`);
  if (!rows[0]?.empty)
    throw new ImportRefused("the database is not empty: a log can only be imported into a new database");
}

async function insertLines(
  client: pg.ClientBase,
  lines: AsyncIterable<string>,
  onProgress: (position: number) => void,
): Promise<Chain> {
  const chain = new Chain();
  let batch: LoggedEvent[] = [];
  let writing: Promise<unknown> = Promise.resolve();
  const write = async () => {
    await writing;
    writing = client.query(join([insertEvents(batch)]));
    writing.catch(() => undefined);
    batch = [];
    onProgress(chain.position);
  };
  for await (const line of lines) {
    batch.push(checkedEvent(line, chain));
    if (batch.length === batch_events) await write();
  }
  if (batch.length > 0) await write();
  await writing;
  return chain;
}

/** Line n is the event at position n. */
function checkedEvent(line: string, chain: Chain): LoggedEvent {
  const number = chain.position + 1;
  const { hash, house = null, ...event } = parseLine(line, number);
  const sealed = { ...event, house } as LedgerEvent;
  const differences = chain.next(sealed, hash);
  // Comparing the text finds what JSON.parse rounds or drops (1.0, a key that appears twice).
  const text = `${canonicalEvent(sealed).slice(0, -1)},"hash":"${hash}"}`;
  if (text !== line) differences.push({ what: "text", expected: text, found: line });
  if (differences.length > 0)
    throw new ImportRefused(
      `line ${number} is damaged: ${findingText({ where: `position ${number}`, differences })}`,
    );
  return { ...sealed, hash };
}

function parseLine(line: string, number: number): z.infer<typeof lineSchema> {
  try {
    return lineSchema.parse(JSON.parse(line));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new ImportRefused(`line ${number} is not an event of an exported log: ${reason}`, { cause: error });
  }
}

const hex = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`));

const lineSchema = z.strictObject({
  position: z.int(),
  stream: z.string(),
  version: z.int(),
  type: z.string(),
  data: z.record(z.string(), z.unknown()),
  actor: z.string(),
  command_id: z.guid(),
  fingerprint: hex(32),
  recorded_at: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
  wallet: z.guid().nullable(),
  house: z.enum(houseAccounts).optional(),
  counterparty: z.enum(houseAccounts).nullable(),
  amount: z.int().nullable(),
  balance_after: z.int().nullable(),
  hash: hex(64),
});
