/**
 * The log as NDJSON: each line is one event in RFC 8785 canonical JSON, with its hash added at the end. A line without
 * its hash is the text that was hashed: sha256(hash of the line before ‖ this line without `,"hash":"…"`).
 */
import type pg from "pg";
import { canonicalEvent } from "../log/hash.ts";
import { Chain, dataDifferences } from "./replay/chain.ts";
import type { Finding } from "./replay/finding.ts";
import { type LogRow, parseRow, readLog } from "./replay/log-rows.ts";
import { inTransaction } from "./replay/transaction.ts";

export interface ExportReport {
  /** Set if the log is broken: the lines that were written end before this event. */
  finding: Finding | undefined;
  head: { position: number; hash: string };
}

/** Exports one snapshot. Awaits `write`, so memory stays flat on a slow disk. */
export async function exportLog(
  client: pg.ClientBase,
  write: (lines: string) => Promise<void>,
  onProgress: (position: number) => void = () => undefined,
): Promise<ExportReport> {
  const chain = new Chain();
  const finding = await inTransaction(client, "repeatable read", async () => {
    for await (const rows of readLog(client)) {
      const lines: string[] = [];
      for (const row of rows) {
        const line = lineOf(row, chain);
        if (typeof line !== "string") return line;
        lines.push(line);
      }
      await write(lines.join(""));
      onProgress(chain.position);
    }
    return endFinding(client, chain);
  });
  return { finding, head: { position: chain.position, hash: chain.hash } };
}

function lineOf(row: LogRow, chain: Chain): string | Finding {
  const where = `position ${chain.position + 1}`;
  const event = parseRow(row);
  if (typeof event === "string")
    return { where, differences: [{ what: "row", expected: "columns the ledger can write", found: event }] };
  const hash = row[13];
  const differences = [...chain.next(event, hash), ...dataDifferences(event, row[4])];
  return differences.length > 0
    ? { where, differences }
    : `${canonicalEvent(event).slice(0, -1)},"hash":"${hash}"}\n`;
}

/** A log that lost its last events is still a valid chain: only the head shows the loss. */
async function endFinding(client: pg.ClientBase, chain: Chain): Promise<Finding | undefined> {
  const { rows } = await client.query<{ hash: string }>(
    "select encode(hash, 'hex') as hash from ledger.head",
  );
  const found = rows[0]?.hash ?? "no row";
  if (found === chain.hash) return undefined;
  return { where: "ledger.head", differences: [{ what: "hash", expected: chain.hash, found }] };
}
