import { open, rename, rm } from "node:fs/promises";
import type pg from "pg";
import { forgetVerified } from "#ledger/store/verify/audit/forget.ts";
import { exportLog } from "#ledger/store/verify/export.ts";
import { importLog, ImportRefused } from "#ledger/store/verify/import.ts";
import { rebuild } from "#ledger/store/verify/rebuild.ts";
import { type Finding, findingText } from "#ledger/store/verify/replay/finding.ts";
import { verify } from "#ledger/store/verify/verify.ts";
import { errorCode, StartError } from "../postgres/start-error.ts";
import { linesOf } from "./lines.ts";
import { startProgress } from "./progress.ts";

/** Does its work and says what came of it; false where the ledger, or the file, is not whole. */
export type LedgerAct = (client: pg.Client, file: string) => Promise<boolean>;

type Head = { position: number; hash: string };

export const ledgerActs = {
  verify: runVerify,
  rebuild: runRebuild,
  export: runExport,
  import: runImport,
  forget: runForget,
};

/** After a major upgrade of PostgreSQL, whose hashes of rows need not be the same. */
async function runForget(client: pg.Client): Promise<boolean> {
  const forgotten = await forgetVerified(client);
  console.log(
    forgotten
      ? "What was verified is forgotten: the shop's next auditor begins with the first event."
      : "An auditor is at work: stop the shop first.",
  );
  return forgotten;
}

async function runVerify(client: pg.Client): Promise<boolean> {
  const progress = startProgress("verified");
  const { findings, head } = await verify(client, { onProgress: progress.at });
  progress.end(head.position);
  tell(findings);
  if (findings.length === 0) console.log(`Whole. ${headText(head)}`);
  return findings.length === 0;
}

async function runRebuild(client: pg.Client): Promise<boolean> {
  const progress = startProgress("replayed");
  const { finding, head, restored } = await rebuild(client, { onProgress: progress.at });
  progress.end(head.position);
  if (finding) {
    tell([finding]);
    console.log("Nothing was changed: projections can only be made from a log that is whole.");
    return false;
  }
  const tables = Object.entries(restored).map(([name, rows]) => `${rows} in ${name}`);
  const mended = tables.length === 0 ? "All rows were right." : `Rows that were not: ${tables.join(", ")}.`;
  console.log(`Rebuilt. ${mended} ${headText(head)}`);
  return true;
}

/** Under another name until it is whole: a file of the name that was asked for is a whole log. */
async function runExport(client: pg.Client, file: string): Promise<boolean> {
  const part = `${file}.part`;
  const progress = startProgress("exported");
  const output = await open(part, "w", 0o600).catch(fileFailure);
  try {
    const { finding, head } = await exportLog(client, (lines) => output.appendFile(lines), progress.at);
    progress.end(head.position);
    if (finding) {
      tell([finding]);
      console.log("Nothing was exported: the log is not whole.");
      return false;
    }
    await output.sync();
    await rename(part, file);
    console.log(`Exported to ${file}. ${headText(head)}`);
    return true;
  } finally {
    await output.close();
    await rm(part, { force: true });
  }
}

async function runImport(client: pg.Client, file: string): Promise<boolean> {
  const input = await open(file).catch(fileFailure);
  const progress = startProgress("imported");
  try {
    const lines = linesOf(input.createReadStream({ autoClose: false, highWaterMark: read_bytes }));
    const head = await importLog(client, lines, progress.at);
    progress.end(head.position);
    console.log(`Imported. ${headText(head)}`);
    return true;
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error;
    console.log(`Nothing was imported: ${error.message}`);
    return false;
  } finally {
    await input.close();
  }
}

const read_bytes = 1024 * 1024;

function fileFailure(error: unknown): never {
  throw new StartError(`The file can't be opened: ${errorCode(error)}.`, { cause: error });
}

function tell(findings: Finding[]): void {
  for (const finding of findings) console.log(`BROKEN at ${findingText(finding)}`);
}

function headText({ position, hash }: Head): string {
  return `${position} events, head ${hash}`;
}
